export const DocumentMenu = () => <span class="grow" />;
