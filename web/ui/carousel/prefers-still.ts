/** Whether the person asked for no motion. Browser only. */
export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
