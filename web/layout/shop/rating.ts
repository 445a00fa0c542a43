/** How many of five stars are filled: any started star counts as whole (4.2 shows five). */
export function filledStars(rating: number): number {
  return Number.isFinite(rating) ? Math.min(5, Math.max(0, Math.ceil(rating))) : 0
}
