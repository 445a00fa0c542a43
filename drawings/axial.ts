import { type Point, radians, range } from './geometry.ts'
import type { Fill, Mark, Pen } from './marks.ts'
import { line, path } from './paths.ts'
import { ellipse, polygon } from './shapes.ts'

/** Ratio of the axes of the ellipses that represent circles. */
export const TILT = 0.36

/** A round body with its near face at `x`. */
export function cylinder(x: number, r: number, length: number, pen: Pen = 'bold'): Mark {
  const body = `M${x} ${-r}H${x + length}A${TILT * r} ${r} 0 0 1 ${x + length} ${r}H${x}Z`
  return [path(body, pen, 'plate'), ellipse(x, 0, TILT * r, r, pen, 'plate')]
}

/** A circle in the plane at `x`. */
export function face(x: number, r: number, pen: Pen = 'mid', fill: Fill = 'none'): Mark {
  return ellipse(x, 0, TILT * r, r, pen, fill)
}

/** A point on the circle of radius `r` in the plane at `x`. */
export function at(x: number, r: number, degrees: number): Point {
  return [x + TILT * r * Math.cos(radians(degrees)), r * Math.sin(radians(degrees))]
}

export function flute(x: number, r: number, degrees: number, length: number): Mark {
  const [px, py] = at(x, r, degrees)
  return line(px, py, px + length, py, 'thin')
}

export function spot(
  x: number,
  r: number,
  degrees: number,
  size: number,
  pen: Pen = 'mid',
  fill: Fill = 'none',
): Mark {
  const [px, py] = at(x, r, degrees)
  return ellipse(px, py, TILT * size, size, pen, fill)
}

/** A threaded stud on a face, towards the viewer. */
export function stud(x: number, r: number, degrees: number, q: number, length: number): Mark {
  const [px, py] = at(x, r, degrees)
  const turns = range(length / 4 - 2).map((i) => {
    const tx = px - length + 4 + i * 3.2
    return path(`M${tx} ${py - q}A${TILT * q} ${q} 0 0 1 ${tx} ${py + q}`, 'thin')
  })
  const shank = path(`M${px - length} ${py - q}H${px}V${py + q}H${px - length}Z`, 'mid', 'plate')
  return [shank, ellipse(px - length, py, TILT * q, q, 'mid', 'plate'), turns]
}

/** An extruded outline; `edges` are the corners with visible edges. */
export function prism(outline: readonly Point[], x: number, length: number, edges: readonly number[]): Mark {
  const front = outline.map(([u, v]): Point => [x + TILT * u, v])
  const rear = outline.map(([u, v]): Point => [x + length + TILT * u, v])
  const walls = front.map((corner, i) => {
    const j = (i + 1) % front.length
    return polygon([corner, front[j] ?? corner, rear[j] ?? corner, rear[i] ?? corner], 'none', 'plate')
  })
  const furthest = (sign: 1 | -1) =>
    front.reduce((best, [, v], i) => (sign * v < sign * (front[best]?.[1] ?? v) ? i : best), 0)
  const shown = [...new Set([...edges, furthest(1), furthest(-1)])].map((i) => {
    const a = front[i]
    const b = rear[i]
    return a && b ? line(...a, ...b) : undefined
  })
  return [polygon(rear, 'bold', 'plate'), walls, shown, polygon(front, 'bold', 'plate')]
}
