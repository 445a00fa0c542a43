/** Coordinates on the sheet; one unit is one pixel on a part card, y grows downward. */
export type Point = readonly [x: number, y: number]

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** The point at distance `r` and `degrees` clockwise from three o'clock. */
export function polar(cx: number, cy: number, r: number, degrees: number): Point {
  return [cx + r * Math.cos(radians(degrees)), cy + r * Math.sin(radians(degrees))]
}

export function regularPolygon(cx: number, cy: number, r: number, sides: number, turn = 0): Point[] {
  return range(sides).map((i) => polar(cx, cy, r, (i * 360) / sides + turn))
}

export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, i) => i)
}

export function between([x1, y1]: Point, [x2, y2]: Point, share: number): Point {
  return [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share]
}

/** Two decimals are finer than any screen pixel and keep the files small. */
export function round(value: number): number {
  return Number(value.toFixed(2)) + 0
}

/** Points as path data, to follow an M or L. */
export function points(list: readonly Point[]): string {
  return list.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')
}

/** Path data of a ring sector between two radii and two angles in degrees. */
export function sector(cx: number, cy: number, r1: number, r2: number, a1: number, a2: number): string {
  const largeArc = a2 - a1 > 180 ? 1 : 0
  const p1 = polar(cx, cy, r1, a1)
  const p2 = polar(cx, cy, r2, a1)
  const p3 = polar(cx, cy, r2, a2)
  const p4 = polar(cx, cy, r1, a2)
  return `M${points([p1])}L${points([p2])}A${r2} ${r2} 0 ${largeArc} 1 ${points([p3])}L${points([p4])}A${r1} ${r1} 0 ${largeArc} 0 ${points([p1])}Z`
}

export function arc(cx: number, cy: number, r: number, a1: number, a2: number, steps = 16): Point[] {
  return range(steps + 1).map((i) => polar(cx, cy, r, a1 + ((a2 - a1) * i) / steps))
}
