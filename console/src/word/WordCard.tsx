export const WordCard = () => null;
