export const WriteColumn = () => <p>WriteColumn</p>;
