/** A recorded game, from the Belgian daisy to the sixth ejection. */
export const MOVES: readonly string[] = [
  'a2b3', 'a4b4', 'a1b1', 'i5h5', 'g8g7', 'i6h6', 'h8h9g8', 'h5g5', 'i8i9h8', 'h4g4', 'g8g9f7', 'h6g6',
  'h8h9g8', 'a5b5', 'h7g7', 'f4f5', 'e7e6', 'f5f6', 'g7h8', 'g4g5', 'h8h9', 'b5c5', 'f9e8', 'g5g6',
  'h9h8', 'g6f6', 'e8e7', 'e4e5', 'b1b2', 'b5c6', 'b2b3', 'e5d5', 'f5e5', 'd5c5', 'e5d5', 'a5b5',
  'h8h9', 'e6f7', 'e5e6', 'b5c5', 'c2b2', 'g7g8', 'b2c3', 'c6c5', 'e5d4', 'g8f8', 'e6d6', 'f8e8',
];
