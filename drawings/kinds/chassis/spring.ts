import { balloon, centreLine, dimension, leader } from '../../annotations.ts'
import { defineDrawing, int, number } from '../../kind.ts'
import { cutBar, helix } from '../../parts.ts'

const Y = 116

export const spring = defineDrawing({
  kind: 'spring',
  title: (p) => `Coil spring, ⌀${p.d} mm, free length ${p.free} mm, wire ${p.wire} mm`,
  params: {
    coils: int(7, 3, 14),
    wire: number(12, 5, 22),
    d: number(120, 60, 180),
    free: number(330, 120, 500),
  },
  crop: [36, 44, 250, 150],
  draw: ({ coils, wire, d, free, callout }) => {
    const length = Math.min(free * 0.62, 226)
    const x1 = 160 - length / 2
    const x2 = 160 + length / 2
    const pitch = length / coils
    const thick = Math.min(wire * 1.02, pitch * 0.62)
    const radius = Math.min(d * 0.46, 69) + Math.max(0, d - 150) * 0.1
    const { back, front } = helix({ x1, x2, y: Y, radius, coils, wire: thick })
    const top = Y - radius
    return [
      back,
      centreLine(x1 - 18, Y, x2 + 18, Y),
      front,
      cutBar(x1, top, thick / 2 - 0.8),
      cutBar(x2, top, thick / 2 - 0.8),
      dimension(x1, Y + radius + 4, x2, Y + radius + 4, 26, free),
      dimension(x2 + 4, top, x2 + 4, Y + radius, -24, `⌀${d}`),
      leader(
        x1 + pitch * 2,
        top - thick / 2,
        x1 + pitch * 2 + 14,
        Math.max(12, top - 28),
        `WIRE ${wire.toFixed(1)}`,
      ),
      balloon(callout, 40, 34, x1 + pitch * 0.12 + 2, top + 6),
    ]
  },
})
