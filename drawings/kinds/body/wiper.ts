import { balloon, dimension, viewName } from '../../dimensions.ts'
import type { Point } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import type { Mark } from '../../marks.ts'
import { number } from '../../params.ts'
import { centreCross, centreLine, circle, line, path, rect, section } from '../../pens.ts'

export const wiper = defineDrawing({
  kind: 'wiper',
  title: (p) => `Wiper blade, ${p.length} mm`,
  params: { length: number(600, 280, 750) },
  crop: [8, 42, 304, 70],
  draw: ({ length, callout }) => {
    const half = 84 + length * 0.09
    return [
      blade(half),
      adapter(),
      profile(),
      hookView(),
      dimension(160 - half, 100, 160 + half, 100, 18, length),
      balloon(callout, 26, 30, 160 - half * 0.7, 78),
    ]
  },
})

/** A flat blade, curved before it is mounted. */
function blade(half: number): Mark {
  const curve = (y: number, inset: number) =>
    path(
      `M${160 - half + inset} ${y + 16}C${160 - half * 0.6} ${y} ${160 - half * 0.3} ${y - 4} 160 ${y - 4}S${160 + half * 0.6} ${y} ${160 + half - inset} ${y + 16}`,
      'thin',
    )
  const outline = `M${160 - half} 88C${160 - half * 0.6} 64 ${160 - half * 0.3} 58 160 58S${160 + half * 0.6} 64 ${160 + half} 88L${160 + half} 96C${160 + half * 0.6} 82 ${160 + half * 0.3} 78 160 78S${160 - half * 0.6} 82 ${160 - half} 96Z`
  const lip = `M${160 - half + 4} 96C${160 - half * 0.6} 86 ${160 - half * 0.3} 82.500 160 82.500S${160 + half * 0.6} 86 ${160 + half - 4} 96`
  const caps = [-1, 1].map((g) => {
    const x = 160 + g * half
    return path(`M${x - g * 14} 82L${x + g * 3} 88V98L${x - g * 14} 93Z`, 'bold', 'plate')
  })
  return [path(outline, 'bold', 'plate'), curve(70, 8), curve(74, 8), path(lip, 'mid'), caps]
}

function adapter(): Mark {
  return [
    path('M140 62H180L186 70V82H134V70Z', 'bold', 'plate'),
    path('M146 50H174Q180 50 180 56V66H140V56Q140 50 146 50Z', 'bold', 'plate'),
    rect(152, 53, 16, 8, 'mid', 'plate', 2),
    line(134, 75, 186, 75, 'thin'),
    circle(160, 70, 3.4, 'mid', 'plate'),
    centreLine(160, 42, 160, 92),
  ]
}

/** Cross-section, enlarged: spoiler, steel strips, rubber lip. */
function profile(): Mark {
  const x = 92
  const y = 142
  const spoiler: Point[] = [
    [x - 20, y + 34],
    [x - 14, y + 18],
    [x + 2, y + 2],
    [x + 10, y],
    [x + 8, y + 14],
    [x + 14, y + 30],
    [x + 20, y + 34],
    [x + 20, y + 40],
    [x - 20, y + 40],
  ]
  const rubber: Point[] = [
    [x - 12, y + 48],
    [x + 12, y + 48],
    [x + 12, y + 54],
    [x + 4, y + 57],
    [x + 4, y + 61],
    [x + 8, y + 64],
    [x + 2, y + 68],
    [x + 1.2, y + 80],
    [x - 1.2, y + 80],
    [x - 2, y + 68],
    [x - 8, y + 64],
    [x - 4, y + 61],
    [x - 4, y + 57],
    [x - 12, y + 54],
  ]
  const marks = [
    section(spoiler, 3.4),
    section(rubber, 2.6, 45),
    rect(x - 17, y + 41, 14, 6, 'mid', 'tint'),
    rect(x + 3, y + 41, 14, 6, 'mid', 'tint'),
    line(x - 34, y + 80.5, x + 34, y + 80.5, 'mid'),
    centreLine(x, y - 8, x, y + 90),
    viewName(x - 46, y + 6, 'A–A'),
  ]
  return marks
}

/** The hook of the arm. */
function hookView(): Mark {
  const x = 218
  const y = 172
  return [
    path(`M${x + 78} ${y - 14}H${x - 8}A13 13 0 0 0 ${x - 8} ${y + 12}H${x + 18}`, 9, 'none'),
    {
      ...path(`M${x + 78} ${y - 14}H${x - 8}A13 13 0 0 0 ${x - 8} ${y + 12}H${x + 18}`, 6, 'none'),
      stroke: 'plate',
    },
    circle(x - 7, y - 1, 6, 'mid', 'plate'),
    circle(x - 7, y - 1, 2.4, 'thin'),
    centreCross(x - 7, y - 1, 24),
    dimension(x + 18, y - 14, x + 18, y + 12, -12, '9×4'),
  ]
}
