/** Moves the focus to the next mark of a clash after where it is, from the last one to the first. */
export function goToNextRisk(): void {
  const marks = [...document.querySelectorAll<HTMLElement>('.risk-mark')];
  const here = document.activeElement;
  const after = marks.find(
    (mark) => here && mark !== here && here.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const next = after ?? marks[0];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
