// The inks of the faces. `paper` is the light that shows through inside a drawing, close to the tile's own ivory.

export const INK = {
  green: '#0a7d47',
  darkGreen: '#07522f',
  red: '#cc1f2d',
  blue: '#1f4f96',
  black: '#1c2430',
  paper: '#fffaf0',
};
