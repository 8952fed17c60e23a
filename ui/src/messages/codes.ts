import { CAMERA_CODES } from './camera/texts';

/** What the ledger says of sticks, corrections, exports and damaged files. */
export const LEDGER_CODES = [
  'furiten', 'no_such_hand', 'no_such_hand_number', 'changes_nothing', 'makes_impossible', 'sticks_of_others', 'sticks_not_the_points',
  'more_sticks_than_the_box', 'file_too_new', 'disk_failed', 'damaged_recovered', 'backup_failed', 'not_an_export', 'import_too_large', 'export_not_saved',
] as const;

export type LedgerCode = (typeof LEDGER_CODES)[number];

/** Every code of a failure that the core can send; a test compares them with the Rust sources. */
export const FAILURE_CODES = [
  // rules
  'unknown_tile', 'stray_red', 'not_one_tile', 'wrong_tile_count', 'too_many_copies', 'no_shape', 'under_minimum', 'unknown_rule', 'unknown_rule_value',
  // ledger
  'game_not_started', 'game_already_started', 'newer_format', 'player_count', 'duplicate_name', 'box_too_small', 'no_such_seat', 'game_finished', 'no_winner',
  'ron_from_self', 'winner_twice', 'no_common_tile', 'hands_contradict', 'nothing_to_undo', 'nothing_to_redo', 'out_of_order', 'points_not_conserved',
  'name_empty', 'name_too_long', 'name_control_character', 'not_an_event', 'unknown_event_kind', 'malformed_event',
  // the file of the games
  'file_exists', 'file_missing', 'not_a_ledger', 'other_version', 'no_such_game', 'contradicting_events', 'file_locked', 'file_read_only', 'disk_full',
  'file_damaged', 'file_unusable', 'database_failed',
  // pictures
  'picture_not_found', 'picture_not_kept', 'picture_unreadable', 'not_a_picture', 'picture_truncated', 'picture_damaged', 'picture_too_large', 'picture_too_small', 'model_missing',
  'manifest_invalid', 'model_corrupt', 'model_unfit', 'runtime_missing', 'runtime_broken', 'inference_failed',
  // taught tile sets
  'set_name_invalid', 'set_unknown', 'set_damaged', 'set_other_reader', 'set_storage', 'no_data_folder', 'unknown_face', 'no_faces',
  // window
  'game_open', 'settings_unwritable', 'stale', 'no_game', 'unexpected',
  ...LEDGER_CODES,
  ...CAMERA_CODES,
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

export const HINDRANCE_CODES = ['too_dark', 'over_exposed', 'blurred', 'no_colour', 'no_tiles', 'tiles_too_small', 'too_many_of_a_tile', 'disk_full', 'picture_not_kept'] as const;

export type HindranceCode = (typeof HINDRANCE_CODES)[number];
