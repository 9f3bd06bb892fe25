export const SongRail = () => <p>SongRail</p>;
