import { balloon, centreLine, dimension, leader } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing, side } from '../../kind.ts'
import { hole } from '../../parts.ts'
import { circle, edge, group, inlay, rect, solid, thin, tinted, tube } from '../../pens.ts'

export const doorMirror = defineDrawing({
  kind: 'door-mirror',
  title: (p) => `Door mirror, ${p.side === 'l' ? 'left' : 'right'}`,
  params: { side: side() },
  crop: [10, 34, 190, 150],
  draw: ({ side, callout }) => [
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
    centreLine(294, 136, 294, 184),
    dimension(226, 66, 300, 66, -22, 112),
    side === 'l' ? dimension(24, 150, 152, 150, 62, 186) : dimension(60, 150, 188, 150, 62, 186),
    side === 'l' ? leader(64, 112, 44, 184, 'R1200') : leader(148, 112, 128, 184, 'R1200'),
    balloon(callout, 22, 26, side === 'l' ? 40 : 78, 68),
  ],
})

/** Glass in its housing, foot and arm at the door. */
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
  centreLine(16, 94, 160, 94),
  centreLine(90, 44, 90, 148),
]
