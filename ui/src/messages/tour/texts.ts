/** The steps of the tour, in their order. */
export const TOUR_STEPS = ['table', 'dora', 'over', 'picture', 'who', 'paid', 'card', 'waits', 'end'] as const;

export type TourStep = (typeof TOUR_STEPS)[number];

/** The texts of the tour through a practice game. */
export interface TourTexts {
  tour: {
    open: string;
    /** What is offered where nobody has played yet. */
    offer: string;
    offerAbout: string;
    /** The three players of the practice game. */
    players: readonly [string, string, string];
    practice: string;
    steps: Record<TourStep, string>;
    step: (number: number, all: number) => string;
    samplePicture: string;
    next: string;
    leave: string;
    finish: string;
  };
}
