import type { TourTexts } from './texts';

export const tour: TourTexts = {
  tour: {
    open: 'Tour',
    offer: 'New here?',
    offerAbout: 'A practice game shows everything in two minutes. It leaves no record.',
    players: ['Haru', 'Kenta', 'Yuki'],
    practice: 'Practice game',
    steps: {
      table: 'This is the table: points first, the wind and the hand in the middle. Yuki deals this hand.',
      dora: 'A hand begins with the dora. Press D, or the tile in the middle, and choose 5.',
      over: 'Has somebody won? Press Space, or “Hand ended”.',
      picture: 'Tiles come from the camera, a photo or the keys. Shall we read a sample photo?',
      who: 'Say it was Kenta’s tsumo: choose Kenta and tsumo, look at the score, confirm with Enter.',
      paid: 'The sticks have moved, the deal has passed to the right. Ctrl Z takes it back.',
      card: 'What scores what is on F1, or “?” at the top right. Try it.',
      waits: 'F2 tells what a hand waits for, and which tile to discard.',
      end: 'That is all. Now start a game of your own.',
    },
    step: (number, all) => `Step ${number} of ${all}`,
    samplePicture: 'Read the sample photo',
    next: 'Next',
    leave: 'Leave the tour',
    finish: 'Finish',
  },
};
