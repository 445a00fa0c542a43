import { centreCross, dimension, leader, viewName } from '../annotations.ts'
import { range } from '../geometry.ts'
import { defineDrawing, number, oneOf, side } from '../kind.ts'
import { group } from '../marks.ts'
import { hole } from '../parts.ts'
import { axis, edge, inlay, line, opening, outline, path, solid, thin, tinted, tube } from '../paths.ts'
import { circle, corners, rect, rings, rivet, section } from '../shapes.ts'

export const bumper = defineDrawing({
  kind: 'bumper',
  title: (p) => `${p.end === 'front' ? 'Front' : 'Rear'} bumper, ${p.w} mm wide`,
  params: { w: number(1685, 1400, 2000), end: oneOf('front', 'rear') },
  crop: [12, 22, 296, 110],
  draw: ({ w, end, say }) => {
    const half = 112 + (w - 1685) * 0.08
    const edge = (g: number) => {
      const at = (u: number, y: number) => `${160 + g * half * u} ${y}`
      return `M160 38C${at(0.4, 38)} ${at(0.66, 41)} ${at(0.82, 46)}Q${at(0.98, 50)} ${at(1, 64)}L${at(0.985, 104)}Q${at(0.97, 118)} ${at(0.86, 121)}C${at(0.6, 126)} ${at(0.3, 128)} 160 128`
    }
    const lines = (g: number) => {
      const at = (u: number, y: number) => `${160 + g * half * u} ${y}`
      return `M160 44C${at(0.4, 44)} ${at(0.66, 47)} ${at(0.8, 52)}M160 66C${at(0.44, 66)} ${at(0.7, 64)} ${at(0.985, 68)}M${at(0.36, 122)}C${at(0.6, 120)} ${at(0.8, 117)} ${at(0.96, 110)}`
    }
    return [
      [-1, 1].map((g) => path(edge(g), 'bold', 'plate')),
      [-1, 1].map((g) => path(lines(g), 'thin')),
      axis`M160 28V138`,
      end === 'front' ? [grille(half), corner(-1, half), corner(1, half)] : rear(half),
      // from above: the wrap-around and the beam behind
      inlay`M${160 - half * 0.7} 182C${160 - half * 0.4} 168 ${160 + half * 0.4} 168 ${160 + half * 0.7} 182V190C${160 + half * 0.4} 177 ${160 - half * 0.4} 177 ${160 - half * 0.7} 190Z`,
      [-1, 1].map((g) => rect(160 + g * half * 0.56 - 7, 184, 14, 12, 'mid', 'plate')),
      outline`M${160 - half} 196L${160 - half * 0.97} 178C${160 - half * 0.8} 154 ${160 - half * 0.4} 150 160 150S${160 + half * 0.8} 154 ${160 + half * 0.97} 178L${160 + half} 196`,
      thin`M${160 - half + 4} 196L${160 - half * 0.93} 180C${160 - half * 0.77} 158 ${160 - half * 0.4} 154.5 160 154.5S${160 + half * 0.77} 158 ${160 + half * 0.93} 180L${160 + half - 4} 196`,
      axis`M160 142V204`,
      dimension(
        160 - half,
        196,
        160 + half,
        196,
        18,
        say(['w'], (v) => v.w),
      ),
    ]
  },
})

function grille(half: number) {
  const u = half * 0.46
  return [
    opening`M${160 - u} 82H${160 + u}L${160 + u - 12} 118H${160 - u + 12}Z`,
    range(4).map((i) => line(160 - u + 6 + i * 2, 90 + i * 7.5, 160 + u - 6 - i * 2, 90 + i * 7.5)),
    range(13).map((i) => {
      const x = 160 - u * 0.86 + (i * u * 1.72) / 12
      return line(x, 85, 160 + (x - 160) * 0.92, 116, 'thin')
    }),
    tinted`M${160 - half * 0.3} 50H${160 + half * 0.3}L${160 + half * 0.26} 60H${160 - half * 0.26}Z`,
    rect(127, 68, 66, 14, 'mid', 'plate', 1.5),
    rect(130, 71, 60, 8, 'thin'),
    [136, 184].map((x) => circle(x, 75, 1.2, 'thin')),
  ]
}

function corner(g: 1 | -1, half: number) {
  const x = 160 + g * half * 0.72
  const at = (u: number, y: number) => `${160 + g * half * u} ${y}`
  return [
    tinted`M${at(0.56, 82)}L${at(0.9, 78)}Q${at(0.94, 90)} ${at(0.9, 106)}L${at(0.62, 114)}Q${at(0.54, 98)} ${at(0.56, 82)}Z`,
    circle(x, 96, 10.5, 'bold', 'plate'),
    rings(x, 96, [7.5], [3]),
    centreCross(x, 96, 14),
    circle(160 + g * half * 0.5, 74, 2.6, 'mid', 'plate'),
    circle(160 + g * half * 0.86, 71, 2.6, 'mid', 'plate'),
    g > 0 && rect(160 + half * 0.34, 68, 11, 10, 'mid', 'plate', 2),
  ]
}

function rear(half: number) {
  const at = (u: number, y: number) => `${160 + half * u} ${y}`
  return [
    tinted`M${at(-0.32, 44)}H${160 + half * 0.32}L${at(0.28, 66)}H${160 - half * 0.28}Z`,
    rect(126, 48, 68, 14, 'mid', 'plate', 1.5),
    rect(129, 51, 62, 8, 'thin'),
    edge`M${at(-0.9, 108)}C${at(-0.5, 104)} ${at(-0.2, 106)} 160 106S${at(0.5, 104)} ${at(0.9, 108)}`,
    [-0.3, -0.15, 0.15, 0.3].map((u) => line(160 + half * u, 110, 160 + half * u * 1.06, 127, 'mid')),
    rect(160 + half * 0.42, 110, 11, 10, 'mid', 'plate', 2),
    [-1, 1].map((g) => {
      const x = 160 + g * half * 0.78
      return [
        rect(x - 15, 92, 30, 9, 'mid', 'tint', 3),
        range(7).map((i) => line(x - 11 + i * 4, 93, x - 13 + i * 4, 100, 'thin')),
      ]
    }),
    [-0.66, -0.26, 0.26, 0.66].map((u) => rivet(160 + half * u, 78, 3.4, 1.6)),
  ]
}

export const doorMirror = defineDrawing({
  kind: 'door-mirror',
  title: (p) => `Door mirror, ${p.side === 'l' ? 'left' : 'right'}`,
  params: { side: side() },
  crop: [10, 34, 190, 150],
  draw: ({ side }) => [
    side === 'l' ? front() : group('translate(212 0) scale(-1 1)', front()),
    // from above: the aerodynamic cap, the glass at the rear, the joint
    solid`M226 132C224 104 236 78 262 66C280 58 296 66 298 84L300 132Z`,
    thin`M231 132C230 108 240 86 264 74`,
    inlay`M226 132H300V140H226Z`,
    tinted`M232 140H294V144H232Z`,
    tinted`M238 94C246 82 256 76 268 72L272 78C260 82 250 88 243 98Z`,
    solid`M290 140L304 140L306 168H278L282 152Z`,
    circle(294, 150, 5, 'mid', 'plate'),
    inlay`M272 168H310V176H272Z`,
    tube('M286 176C286 190 278 192 262 190', 5, 0.8),
    rect(246, 184, 17, 12, 'mid', 'plate', 2),
    axis`M294 136V184`,
    dimension(226, 66, 300, 66, -22, 112),
    side === 'l' ? dimension(24, 150, 152, 150, 62, 186) : dimension(60, 150, 188, 150, 62, 186),
    side === 'l' ? leader(64, 112, 44, 184, 'R1200') : leader(148, 112, 128, 184, 'R1200'),
  ],
})

const front = () => [
  solid`M138 126L150 118C166 122 178 130 190 146L194 168Q194 174 188 174H156Q148 174 148 166Q148 150 134 142Z`,
  thin`M154 128C166 132 176 140 184 152L186 166H158`,
  hole(168, 156, 4),
  solid`M24 92C24 66 44 52 84 50H124Q148 50 152 70V112Q152 132 132 136L92 142C44 146 24 122 24 92Z`,
  thin`M29 92C29 70 47 57 84 55H122Q144 55 147 72V110Q147 127 130 131L92 137C50 140 29 119 29 92Z`,
  inlay`M36 92C36 74 52 63 84 61H120Q138 61 140 75V108Q140 121 127 124L92 129C56 132 36 114 36 92Z`,
  thin`M52 66V122M62 110L92 72M72 114L108 70M104 114L124 90`,
  edge`M28 104C34 124 52 138 82 140`,
  range(8).map((i) => thin`M${34 + i * 5} ${120 + i * 2 - Math.max(0, i - 4) * 0.6}l3 -4`),
  axis`M16 94H160M90 44V148`,
]

export const wiper = defineDrawing({
  kind: 'wiper',
  title: (p) => `Wiper blade, ${p.length} mm`,
  params: { length: number(600, 280, 750) },
  crop: [8, 42, 304, 70],
  draw: ({ length, say }) => {
    const half = 84 + length * 0.09
    const spoiler = corners`72,176 78,160 94,144 102,142 100,156 106,172 112,176 112,182 72,182`
    const rubber = corners`80,190 104,190 104,196 96,199 96,203 100,206 94,210 93.2,222 90.8,222 90,210 84,206 88,203 88,199 80,196`
    return [
      blade(half),
      solid`M140 62H180L186 70V82H134V70Z`,
      solid`M146 50H174Q180 50 180 56V66H140V56Q140 50 146 50Z`,
      rect(152, 53, 16, 8, 'mid', 'plate', 2),
      line(134, 75, 186, 75, 'thin'),
      circle(160, 70, 3.4, 'mid', 'plate'),
      axis`M160 42V92`,
      // cross-section, enlarged: spoiler, steel strips, rubber lip
      section(spoiler, 3.4),
      section(rubber, 2.6, 45),
      [75, 95].map((x) => rect(x, 183, 14, 6, 'mid', 'tint')),
      line(58, 222.5, 126, 222.5, 'mid'),
      axis`M92 134V232`,
      viewName(46, 148, 'A–A'),
      path(HOOK, 9),
      { ...path(HOOK, 6), stroke: 'plate' as const },
      rivet(211, 171, 6, 2.4),
      centreCross(211, 171, 24),
      dimension(236, 158, 236, 184, -12, '9×4'),
      dimension(
        160 - half,
        100,
        160 + half,
        100,
        18,
        say(['length'], (v) => v.length),
      ),
    ]
  },
})

function blade(half: number) {
  const curve = (y: number, inset: number) =>
    thin`M${160 - half + inset} ${y + 16}C${160 - half * 0.6} ${y} ${160 - half * 0.3} ${y - 4} 160 ${y - 4}S${160 + half * 0.6} ${y} ${160 + half - inset} ${y + 16}`
  return [
    solid`M${160 - half} 88C${160 - half * 0.6} 64 ${160 - half * 0.3} 58 160 58S${160 + half * 0.6} 64 ${160 + half} 88L${160 + half} 96C${160 + half * 0.6} 82 ${160 + half * 0.3} 78 160 78S${160 - half * 0.6} 82 ${160 - half} 96Z`,
    curve(70, 8),
    curve(74, 8),
    edge`M${160 - half + 4} 96C${160 - half * 0.6} 86 ${160 - half * 0.3} 82.5 160 82.5S${160 + half * 0.6} 86 ${160 + half - 4} 96`,
    [-1, 1].map((g) => {
      const x = 160 + g * half
      return solid`M${x - g * 14} 82L${x + g * 3} 88V98L${x - g * 14} 93Z`
    }),
  ]
}

const HOOK = 'M296 158H210A13 13 0 0 0 210 184H236'
