export const UsagePage = () => <p>UsagePage</p>;
