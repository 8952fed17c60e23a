import type { HouseRule } from '../generated/HouseRule';
import type { HouseRuleChoice } from '../generated/HouseRuleChoice';

/** Whether a house rule is as the rule book has it: the first of its choices. */
export const isUsual = (rule: HouseRule, choices: HouseRuleChoice[]): boolean =>
  rule.value === choices.find((choice) => choice.name === rule.name)?.values[0];
