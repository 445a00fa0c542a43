import { balloon, dimension, hiddenLine } from '../../annotations.ts'
import type { Point } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { edge, inlay, line, polygon, thin } from '../../pens.ts'

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
    // walls
    polygon([FRONT, LEFT, BACK, RIGHT], 'bold', 'plate'),
    polygon([LEFT, FRONT, below(FRONT), below(LEFT)], 'bold', 'plate'),
    polygon([FRONT, RIGHT, below(RIGHT), below(FRONT)], 'bold', 'plate'),
    // the content, seen through the wall: a brake disc
    hiddenLine('M76 142a80 28 0 0 1 160 0a80 28 0 0 1 -160 0Z'),
    hiddenLine('M76 142v10a80 28 0 0 0 160 0v-10'),
    hiddenLine('M132 142a24 8.5 0 0 1 48 0a24 8.5 0 0 1 -48 0Z'),
    // tape
    inlay`M101 78L117 84L211 50L195 44Z`,
    inlay`M101 78L117 84L117 112L101 106Z`,
    // this way up
    edge`M76 158v-24M76 134l-5 5M76 134l5 9M90 163v-24M90 139l-5 5M90 139l5 9M70 161l26 9.4`,
    // label
    inlay`M184 118L236 99L236 133L184 152Z`,
    thin`M190 126L214 117M190 133L222 121M190 140L208 133`,
    line(222, 133, 230, 130, 'bold'),
    dimension(...below(LEFT), ...below(FRONT), 16, '400'),
    dimension(...below(FRONT), ...below(RIGHT), 16, '400'),
    dimension(...RIGHT, ...below(RIGHT), -20, '250'),
    balloon(callout, 26, 24, 84, 60),
  ],
})

const below = ([x, y]: Point): Point => [x, y + HEIGHT]
