import { balloon, centreLine, dimension, leader, text } from '../../annotations.ts'
import { range } from '../../geometry.ts'
import { defineDrawing } from '../../kind.ts'
import { edge, rect, thin } from '../../pens.ts'

/** A bank card (ISO/IEC 7810 ID-1) from the front and the side. */
export const paymentCard = defineDrawing({
  kind: 'payment-card',
  title: () => 'A bank card, 85.6 by 53.98',
  params: {},
  crop: [28, 36, 204, 136],
  draw: ({ callout }) => [
    // front
    rect(38, 52, 188, 118, 'bold', 'plate', 7),
    centreLine(28, 111, 236, 111),
    centreLine(132, 42, 132, 180),
    // chip
    rect(56, 80, 34, 27, 'bold', 'plate', 4),
    rect(68, 87, 10, 13, 'thin', 'none', 2),
    [89, 98].map((y) => [thin`M56 ${y}H68M78 ${y}H90`]),
    thin`M73 80V87M73 100V107`,
    range(3).map(
      (i) => edge`M${104 + i * 6} ${84 - i * 4}a${14 + i * 6} ${14 + i * 6} 0 0 1 0 ${18 + i * 8}`,
    ),
    text(56, 138, '0123 4567 8901 2345', { size: 13, anchor: 'start', weight: 'semi', halo: true }),
    text(56, 157, 'I. FERREIRA', { size: 9.5, anchor: 'start' }),
    text(208, 157, '09/29', { size: 9.5, anchor: 'end' }),
    rect(264, 52, 4, 118, 'bold', 'plate', 1),
    centreLine(256, 111, 276, 111),
    dimension(38, 170, 226, 170, 24, '85.60'),
    dimension(38, 52, 38, 170, 18, '53.98'),
    dimension(264, 52, 268, 52, -18, '0.76'),
    leader(224, 54, 236, 22, 'R3.18'),
    balloon(callout, 24, 24, 60, 64),
  ],
})
