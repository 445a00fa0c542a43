import { centreCross } from './annotations.ts'
import { type Point, points, polar, range, regularPolygon } from './geometry.ts'
import type { Mark } from './marks.ts'
import { line, path, tube } from './paths.ts'
import { circle, hatch, polygon, rect } from './shapes.ts'

export function thread(x1: number, x2: number, y: number, r: number, pitch = 4): Mark {
  let upper = `M${x1} ${y - r}`
  let lower = `M${x1} ${y + r}`
  let flanks = ''
  for (let x = x1; x + pitch <= x2 + 0.01; x += pitch) {
    upper += `L${x + pitch / 2} ${y - r + pitch * 0.5}L${x + pitch} ${y - r}`
    lower += `L${x + pitch / 2} ${y + r - pitch * 0.5}L${x + pitch} ${y + r}`
    flanks += `M${x} ${y - r}L${x + pitch / 2} ${y + r - pitch * 0.5}M${x + pitch / 2} ${y - r + pitch * 0.5}L${x + pitch} ${y + r}`
  }
  return [rect(x1, y - r, x2 - x1, 2 * r, 'none', 'plate'), path(upper), path(lower), path(flanks, 'thin')]
}

type Coil = Record<'x1' | 'x2' | 'y' | 'radius' | 'coils' | 'wire', number>

/** A coil along a horizontal axis: its back and front half, so that a rod can be drawn between. */
export function helix({ x1, x2, y, radius, coils, wire }: Coil) {
  const pitch = (x2 - x1) / coils
  const strand = (t0: number, t1: number) => {
    const places = range(15).map((i): Point => {
      const t = t0 + ((t1 - t0) * i) / 14
      return [x1 + pitch * t, y - radius * Math.cos(2 * Math.PI * t)]
    })
    return `M${points(places)}`
  }
  const highlight = (i: number): Mark => ({
    marks: path(strand(i + 0.06, i + 0.44), 'thin'),
    transform: `translate(${(-wire * 0.2).toFixed(2)} 0)`,
  })
  return {
    back: range(coils).map((i) => tube(strand(i + 0.5, i + 1), wire)),
    front: range(coils).map((i) => [tube(strand(i, i + 0.5), wire), highlight(i)]),
  }
}

/** The hatched cross-section of a round bar. */
export function cutBar(x: number, y: number, r: number): Mark {
  const rim = range(16).map((i) => polar(x, y, r - 0.2, i * 22.5))
  return [circle(x, y, r, 'mid', 'plate'), hatch(rim, 2.6)]
}

/** A hexagon head seen from above, its corners on radius `r`. */
export function hexagon(x: number, y: number, r: number, turn = 0): Mark {
  return [polygon(regularPolygon(x, y, r, 6, turn), 'mid', 'plate'), circle(x, y, r * 0.8, 'thin')]
}

/** Path data of a plate with a rounded lobe at each bolt: `count` corners, at radius `r`, with straight sides. */
export function lobed(cx: number, cy: number, r: number, count: number, lobeRadius: number, turn = -90) {
  const half = 180 / count
  const corner = (i: number) => {
    const angle = turn + (i * 360) / count
    const [x, y] = polar(cx, cy, r, angle)
    const from = polar(x, y, lobeRadius, angle - half)
    const to = polar(x, y, lobeRadius, angle + half)
    return `${points([from])}A${lobeRadius} ${lobeRadius} 0 0 1 ${points([to])}`
  }
  return `M${range(count).map(corner).join('L')}Z`
}

/** A toothed wheel from the front; `depth` is the height of a tooth inside radius `r`. */
export function gear(cx: number, cy: number, r: number, teeth: number, depth: number): Mark {
  const step = 360 / teeth
  const root = r - depth
  const outline = range(teeth).flatMap((i) => {
    const a = i * step - 90
    return [
      polar(cx, cy, root, a - step * 0.5),
      polar(cx, cy, root, a - step * 0.3),
      polar(cx, cy, r, a - step * 0.15),
      polar(cx, cy, r, a + step * 0.15),
      polar(cx, cy, root, a + step * 0.3),
    ]
  })
  return polygon(outline, 'bold', 'plate')
}

export function hole(x: number, y: number, r: number): Mark {
  return [circle(x, y, r, 'mid', 'plate'), centreCross(x, y, r + 4)]
}

export function bush(x: number, y: number, r: number): Mark {
  return [
    circle(x, y, r, 'bold', 'plate'),
    circle(x, y, r * 0.8),
    circle(x, y, r * 0.76, 'thin'),
    circle(x, y, r * 0.42),
    circle(x, y, r * 0.26),
    centreCross(x, y, r + 7),
  ]
}

export function screwCap(x: number, top: number, half: number): Mark {
  const knurls = range(half / 1.9).map((i) => {
    const at = x - half + 3 + i * 3.8
    return line(at, top + 3, at, top + 15, 'thin')
  })
  return [
    rect(x - half + 2, top + 17, 2 * half - 4, 6, 'mid', 'plate', 1),
    rect(x - half, top, 2 * half, 18, 'bold', 'plate', 2),
    knurls,
  ]
}

export function roller(x: number, y: number, r: number): Mark {
  return [
    circle(x, y, r, 'bold', 'plate'),
    circle(x, y, r * 0.68),
    circle(x, y, r * 0.22, 'mid', 'plate'),
    centreCross(x, y, r + 4),
  ]
}
