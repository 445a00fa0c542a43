import type { Category } from '../products/categories.ts'

export const blogsTexts = {
  title: 'Blogs',
  lead: 'What people ask at the counter before they buy, answered in full.',
  shelf: 'On the shelf',
} as const

type Question = {
  question: string
  answer: string[]
  /** The category of the parts that the answer mentions. */
  shelf: Category
  /** The answer for stores without card payment. */
  answerAtCounter?: string[]
}

export const questions: Question[] = [
  {
    question: 'How do I make sure that a part fits my car?',
    answer: [
      'Start with the number, not with the name. The maker’s part number is cast, stamped or printed on nearly every part, and the same number means the same part. Where dirt or rust has eaten it, the vehicle identification number leads to it: it stands in the registration papers and behind the windscreen.',
      'Then compare measures. Each of our parts has a drawing with the dimensions that decide: for a brake disc the diameter, the thickness, the number of holes and their circle. Measure the old part with a vernier caliper before you order. A disc that is two millimetres too large looks right on the bench and does not go under the caliper.',
    ],
    shelf: 'body',
  },
  {
    question: 'Original, equivalent or rebuilt: which should I buy?',
    answer: [
      'An original part comes in the car maker’s box. An equivalent one often leaves the same factory in the supplier’s own box and costs a third less. A rebuilt part is an old one taken apart, cleaned and fitted with new wearing pieces; for starters and alternators that is usually the best bargain there is.',
      'What matters is where the part works. For brakes and steering choose a maker who names the approval on the box and do not save the last coin. For trim, mirrors and lamps an equivalent is nearly always good enough. For a car that will be sold in a year, a rebuilt alternator does everything that a new one does.',
    ],
    shelf: 'electrical',
  },
  {
    question: 'Why do some parts have a minimum order?',
    answer: [
      'Because half a repair is no repair. Brake discs and pads are changed on both sides of an axle, since a new disc bites harder than a worn one and the car would pull to the side each time you brake. Springs and dampers go in pairs for the same reason, and an engine with four cylinders wants four spark plugs of one age.',
      'The minimum order on a card is the smallest number that makes a sound repair. You may order more, up to what is on the shelf. If you truly need one piece only, for instance after damage to a nearly new part, ring the counter: we would rather talk about it than sell you a car that pulls.',
    ],
    shelf: 'suspension',
  },
  {
    question: 'What do the figures on a tyre mean, and how old may it be?',
    answer: [
      'In 205/55 R16 91V the tyre is 205 millimetres wide, its wall is 55 percent of that in height, and it sits on a 16-inch rim. The 91 is the load it carries, the V the speed it stands. Width and rim must be ones that your papers allow; load and speed may be higher than asked, never lower.',
      'The age is in the last four digits of the DOT number: 2325 is the twenty-third week of 2025. Rubber hardens whether it rolls or not. After six years look for cracks at the start of each season, after ten replace the tyre whatever the tread says. Buy tyres for one axle together, and from the same year if you can.',
    ],
    shelf: 'wheels',
  },
  {
    question: 'Which engine oil is the right one?',
    answer: [
      'The grade, such as 5W-30, only says how thick the oil is when cold and when hot. What keeps the engine and its guarantee alive is the approval: a code of the car maker that stands in the service book and must stand on the bottle word for word. “Suitable for” on a label is a hope, not an approval.',
      'Change it at the interval in the book and once a year in any case. Short trips and cold starts dilute the oil long before the mileage is reached, and diesels with a particle filter are hit the hardest. Order the filter and the drain plug’s seal with it; a bottle of one litre to top up belongs in the boot.',
    ],
    shelf: 'fluids',
  },
  {
    question: 'What happens to my order until I have paid?',
    answerAtCounter: [
      'When you press Purchase the pieces leave the shelf at once and are kept for you, so that nobody can buy them from under your hands. My Orders shows how long they are held. Until then you can collect and pay them at the counter, or delete the order after a question; the pieces then go back.',
      'An order that is not paid in time is listed as expired and its pieces are for sale again. Once you have paid, the row says paid and the order has a receipt with a number: it is the one to name when you ring. From then on the order can no longer be deleted.',
    ],
    answer: [
      'When you press Purchase the pieces leave the shelf at once and are kept for you, so that nobody can buy them from under your hands. My Orders shows how long they are held. Until then you can pay by card from that page, or delete the order after a question; the pieces then go back and nothing has been charged.',
      'An order that is not paid in time is listed as expired and its pieces are for sale again. Once you have paid, the row says paid and carries the transaction id of the card payment: keep it, it is the number to name when you ring. From then on the order is ours to pack and can no longer be deleted.',
    ],
    shelf: 'tools',
  },
]
