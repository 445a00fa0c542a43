import { balloon, centreCross, centreLine, dimension, viewName } from '../../annotations.ts'
import { defineDrawing, number } from '../../kind.ts'
import { circle, corners, edge, line, path, rect, section, solid, thin } from '../../pens.ts'

export const wiper = defineDrawing({
  kind: 'wiper',
  title: (p) => `Wiper blade, ${p.length} mm`,
  params: { length: number(600, 280, 750) },
  crop: [8, 42, 304, 70],
  draw: ({ length, callout }) => {
    const half = 84 + length * 0.09
    return [
      blade(half),
      // adapter
      solid`M140 62H180L186 70V82H134V70Z`,
      solid`M146 50H174Q180 50 180 56V66H140V56Q140 50 146 50Z`,
      rect(152, 53, 16, 8, 'mid', 'plate', 2),
      line(134, 75, 186, 75, 'thin'),
      circle(160, 70, 3.4, 'mid', 'plate'),
      centreLine(160, 42, 160, 92),
      profile(),
      // the hook of the arm
      path(HOOK, 9),
      { ...path(HOOK, 6), stroke: 'plate' as const },
      circle(211, 171, 6, 'mid', 'plate'),
      circle(211, 171, 2.4, 'thin'),
      centreCross(211, 171, 24),
      dimension(236, 158, 236, 184, -12, '9×4'),
      dimension(160 - half, 100, 160 + half, 100, 18, length),
      balloon(callout, 26, 30, 160 - half * 0.7, 78),
    ]
  },
})

/** A flat blade, curved before it is mounted. */
function blade(half: number) {
  const curve = (y: number, inset: number) =>
    thin`M${160 - half + inset} ${y + 16}C${160 - half * 0.6} ${y} ${160 - half * 0.3} ${y - 4} 160 ${y - 4}S${160 + half * 0.6} ${y} ${160 + half - inset} ${y + 16}`
  const caps = [-1, 1].map((g) => {
    const x = 160 + g * half
    return solid`M${x - g * 14} 82L${x + g * 3} 88V98L${x - g * 14} 93Z`
  })
  return [
    solid`M${160 - half} 88C${160 - half * 0.6} 64 ${160 - half * 0.3} 58 160 58S${160 + half * 0.6} 64 ${160 + half} 88L${160 + half} 96C${160 + half * 0.6} 82 ${160 + half * 0.3} 78 160 78S${160 - half * 0.6} 82 ${160 - half} 96Z`,
    curve(70, 8),
    curve(74, 8),
    edge`M${160 - half + 4} 96C${160 - half * 0.6} 86 ${160 - half * 0.3} 82.5 160 82.5S${160 + half * 0.6} 86 ${160 + half - 4} 96`,
    caps,
  ]
}

/** Cross-section, enlarged: spoiler, steel strips, rubber lip. */
function profile() {
  const spoiler = corners`72,176 78,160 94,144 102,142 100,156 106,172 112,176 112,182 72,182`
  const rubber = corners`80,190 104,190 104,196 96,199 96,203 100,206 94,210 93.2,222 90.8,222 90,210 84,206 88,203 88,199 80,196`
  return [
    section(spoiler, 3.4),
    section(rubber, 2.6, 45),
    rect(75, 183, 14, 6, 'mid', 'tint'),
    rect(95, 183, 14, 6, 'mid', 'tint'),
    line(58, 222.5, 126, 222.5, 'mid'),
    centreLine(92, 134, 92, 232),
    viewName(46, 148, 'A–A'),
  ]
}

const HOOK = 'M296 158H210A13 13 0 0 0 210 184H236'
