/** Id of the control of a place of the content: `case-timeline-2-text`. */
export const controlId = (path: string) => `case-${path.replaceAll('.', '-')}`;
