import type { SetTexts } from './texts';

const unclear = (places: string) => (places === '0' ? '' : ` Covered or blurred places beside them: ${places}.`);

export const sets: SetTexts = {
  sets: {
    title: 'Taught tile sets',
    about: 'Teach the tiles on your table from a few photos; photos are then read better.',
    none: 'Any set, none in particular',
    faces: (count) => `${count} faces`,
    teachAgain: 'taught with an older reader: teach it again',
    damaged: (name) => `The set “${name}” is damaged. Teach it again.`,
    forget: (name) => `Forget ${name}`,
    forgotten: (name) => `${name} is forgotten.`,
    undo: 'Bring it back',
    teach: 'Teach a set',
    lesson: 'Teach a set',
    lessonAbout: 'Lay the tiles out in rows: green 1–9, hatsu, chun, then red 1–9. Take two or three photos.',
    addPictures: 'Add photos',
    reading: 'Looking at the tiles…',
    picture: (number) => `Photo ${number}`,
    place: (picture, tile) => `Photo ${picture}, tile ${tile}`,
    readAs: (face) => `read as ${face}`,
    noTile: 'no tile of the set',
    name: 'Name of the set',
    learn: 'Keep this set',
    learnAnyway: 'Keep it anyway',
    right: (before, after, tiles) => `Of ${tiles} tiles ${before} were read rightly before, now ${after}.`,
    allWell: 'All tiles are as laid out.',
    findings: {
      tile_count_differs: (d) => `${d('found')} tiles found, the layout has ${d('layout')}.${d('faces') && ` Left out or hidden: ${d('faces')}.`}${d('tiles') && ` Not in the layout there: tile ${d('tiles')}.`}${unclear(d('unclear'))} Set each tile right below.`,
      faces_missing: (d) => `No photo shows ${d('faces')}.`,
      reds_missing: () => 'The red tiles are missing. Add a photo of them.',
      wrong_tile: (d) => `Should be ${d('expected')}, but is surely ${d('looks_like')} (${d('percent')} %).`,
      unclear_tile: (d) => `Should be ${d('expected')}, but cannot be told. Is it covered, blurred or in glare?`,
      looks_different: (d) => `${d('faces')} looks different in two places.`,
      faces_too_alike: (d) => `These look the same: ${d('faces')}. Is one of them there twice?`,
      still_misread: (d) => `This is ${d('expected')} and would still be read as ${d('looks_like')}.`,
      poor_picture: (d) => `Hard to read. ${d('condition')}`,
    },
  },
};
