import { balloon, dimension } from '../../dimensions.ts'
import type { Point } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import type { Mark } from '../../marks.ts'
import { hiddenLine, line, path, polygon } from '../../pens.ts'

/** The corners of the lid, and the height of the carton. */
const FRONT: Point = [156, 98]
const LEFT: Point = [62, 64]
const BACK: Point = [156, 30]
const RIGHT: Point = [250, 64]
const HEIGHT = 106

/** A taped carton in isometric view. */
export const carton = defineDrawing({
  kind: 'carton',
  title: () => 'A carton, 400 by 400 by 250',
  params: {},
  crop: [50, 22, 212, 190],
  draw: ({ callout }) => [
    walls(),
    contents(),
    tape(),
    label(),
    dimension(...below(LEFT), ...below(FRONT), 16, '400'),
    dimension(...below(FRONT), ...below(RIGHT), 16, '400'),
    dimension(...RIGHT, ...below(RIGHT), -20, '250'),
    balloon(callout, 26, 24, 84, 60),
  ],
})

function below([x, y]: Point): Point {
  return [x, y + HEIGHT]
}

function walls(): Mark {
  return [
    polygon([FRONT, LEFT, BACK, RIGHT], 'bold', 'plate'),
    polygon([LEFT, FRONT, below(FRONT), below(LEFT)], 'bold', 'plate'),
    polygon([FRONT, RIGHT, below(RIGHT), below(FRONT)], 'bold', 'plate'),
  ]
}

/** The content, seen through the wall: a brake disc. */
function contents(): Mark {
  return [
    hiddenLine('M76 142a80 28 0 0 1 160 0a80 28 0 0 1 -160 0Z'),
    hiddenLine('M76 142v10a80 28 0 0 0 160 0v-10'),
    hiddenLine('M132 142a24 8.5 0 0 1 48 0a24 8.5 0 0 1 -48 0Z'),
  ]
}

function tape(): Mark {
  return [
    polygon(
      [
        [101, 78],
        [117, 84],
        [211, 50],
        [195, 44],
      ],
      'mid',
      'plate',
    ),
    polygon(
      [
        [101, 78],
        [117, 84],
        [117, 112],
        [101, 106],
      ],
      'mid',
      'plate',
    ),
    // this way up
    path('M76 158v-24M76 134l-5 5M76 134l5 9M90 163v-24M90 139l-5 5M90 139l5 9M70 161l26 9.4'),
  ]
}

function label(): Mark {
  return [
    polygon(
      [
        [184, 118],
        [236, 99],
        [236, 133],
        [184, 152],
      ],
      'mid',
      'plate',
    ),
    line(190, 126, 214, 117, 'thin'),
    line(190, 133, 222, 121, 'thin'),
    line(190, 140, 208, 133, 'thin'),
    line(222, 133, 230, 130, 'bold'),
  ]
}
