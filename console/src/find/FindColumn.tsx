export const FindColumn = () => <p>FindColumn</p>;
