/** Suggestions put entries of a subject (birds, chemicals, towns abroad) behind all others; otherwise the order stays. */
export function specialistLast(ids: Uint32Array, isSpecialist: (id: number) => boolean): Uint32Array {
  const last = ids.filter(isSpecialist);
  if (last.length === 0) return ids;
  const ordered = new Uint32Array(ids.length);
  ordered.set(ids.filter((id) => !isSpecialist(id)));
  ordered.set(last, ids.length - last.length);
  return ordered;
}
