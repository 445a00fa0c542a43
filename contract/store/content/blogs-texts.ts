export const blogsTexts = {
  title: 'Blogs',
  lead: 'What people ask at the counter before they buy, answered in full.',
  parts: 'Parts',
} as const

type Question = {
  question: string
  answer: string[]
  /** Parts that the answer is about. */
  link: { to: string; text: string }
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
    link: { to: '/parts?category=body', text: 'Body & Drive' },
  },
  {
    question: 'Original, equivalent or rebuilt: which should I buy?',
    answer: [
      'An original part comes in the car maker’s box. An equivalent one often leaves the same factory in the supplier’s own box and costs a third less. A rebuilt part is an old one taken apart, cleaned and fitted with new wearing pieces; for starters and alternators that is usually the best bargain there is.',
      'What matters is where the part works. For brakes and steering choose a maker who names the approval on the box and do not save the last coin. For trim, mirrors and lamps an equivalent is nearly always good enough. For a car that will be sold in a year, a rebuilt alternator does everything that a new one does.',
    ],
    link: { to: '/parts?category=electrical', text: 'Electrical' },
  },
  {
    question: 'Why do some parts have a minimum order?',
    answer: [
      'Because half a repair is no repair. Brake discs and pads are changed on both sides of an axle, since a new disc bites harder than a worn one and the car would pull to the side each time you brake. Springs and dampers go in pairs for the same reason, and an engine with four cylinders wants four spark plugs of one age.',
      'The minimum order on a card is the smallest number that makes a sound repair. You may order more, up to what is in stock. If you truly need a single one, for instance after damage to a nearly new part, ring the counter: we would rather talk about it than sell you a car that pulls.',
    ],
    link: { to: '/parts?category=suspension', text: 'Suspension Parts' },
  },
  {
    question: 'What do the figures on a tyre mean, and how old may it be?',
    answer: [
      'In 205/55 R16 91V the tyre is 205 millimetres wide, its wall is 55 percent of that in height, and it sits on a 16-inch rim. The 91 is the load it carries, the V the speed it stands. Width and rim must be ones that your papers allow; load and speed may be higher than asked, never lower.',
      'The age is in the last four digits of the DOT number: 2325 is the twenty-third week of 2025. Rubber hardens whether it rolls or not. After six years look for cracks at the start of each season, after ten replace the tyre whatever the tread says. Buy tyres for one axle together, and from the same year if you can.',
    ],
    link: { to: '/parts?category=wheels', text: 'Wheels & Tires' },
  },
  {
    question: 'Which engine oil is the right one?',
    answer: [
      'The grade, such as 5W-30, only says how thick the oil is when cold and when hot. What keeps the engine and its guarantee alive is the approval: a code of the car maker that stands in the service book and must stand on the bottle word for word. “Suitable for” on a label is a hope, not an approval.',
      'Change it at the interval in the book and once a year in any case. Short trips and cold starts dilute the oil long before the mileage is reached, and diesels with a particle filter are hit the hardest. Order the filter and the drain plug’s seal with it; a bottle of one litre to top up belongs in the boot.',
    ],
    link: { to: '/parts?category=fluids', text: 'Fluids' },
  },
  {
    question: 'What happens to my order until I have paid?',
    answerAtCounter: [
      'When you press Purchase the parts are reserved for you at once, so that no other customer can buy them. My Orders shows how long they are held. Until then you can collect and pay them at the counter, or delete the order after a question; the parts are then for sale again.',
      'An order that is not paid in time is listed as expired and its parts are for sale again. Once you have paid, the row says paid and the order has a receipt with a number: it is the one to name when you ring. From then on the order can no longer be deleted.',
    ],
    answer: [
      'When you press Purchase the parts are reserved for you at once, so that no other customer can buy them. My Orders shows how long they are held. Until then you can pay by card from that page, or delete the order after a question; the parts are then for sale again and nothing has been charged.',
      'An order that is not paid in time is listed as expired and its parts are for sale again. Once you have paid, the row says paid and carries the transaction id of the card payment: keep it, it is the number to name when you ring. From then on the order is ours to pack and can no longer be deleted.',
    ],
    link: { to: '/parts?category=tools', text: 'Tools & Parts' },
  },
]
