export const RhymePanel = () => <p>RhymePanel</p>;
