/** A review of the demo store; `daysAgo` counts back from its seeding. Without `img` the placeholder shows. */
export type DemoReview = {
  name: string
  description: string
  rating: number
  partNumber?: string
  img?: string
  daysAgo: number
}

/** Newest first. */
export const demoReviews: DemoReview[] = [
  {
    name: 'Piotr Zawadzki',
    description:
      'Ordered by number at eight, discs were on the bench by noon the next day. They matched the drawing to the millimetre.',
    rating: 5,
    partNumber: 'BR-2804-22',
    img: '/drawings/avatar.svg?seed=2',
    daysAgo: 1,
  },
  {
    name: 'Amélie Roux',
    description:
      'The coil springs came as a true pair with the colour marks noted on the invoice. Fitting took one afternoon.',
    rating: 4,
    partNumber: 'SU-3301-12',
    img: '/drawings/avatar.svg?seed=1',
    daysAgo: 3,
  },
  {
    name: 'Jonas Lindqvist',
    description:
      'Wrong battery size was my fault. The counter swapped it without a word and found the tray clamp I needed.',
    rating: 5,
    partNumber: 'EL-0700-64',
    img: '/drawings/avatar.svg?seed=3',
    daysAgo: 4,
  },
  {
    name: 'Chiamaka Obi',
    description:
      'Click is crisp and the certificate had the same serial number as the handle, which I did check. I only wish the case were ten centimetres shorter: it does not fit the drawer where all the others live.',
    rating: 4.2,
    partNumber: 'TO-0200-12',
    img: '/drawings/avatar.svg?seed=6',
    daysAgo: 8,
  },
  {
    name: 'Tomás Herrera',
    description: 'Quiet, short in the wet, and a fair price for two.',
    rating: 4.6,
    partNumber: 'WT-2055-16',
    daysAgo: 11,
  },
  {
    name: 'Sunita Rao',
    description:
      'Came with both gaskets and all studs as promised. I flushed the feed line twice because the page told me to, and found a plug of carbon the size of a pea in it. That line alone was worth the money. 4,000 km on, no smoke and no whistle.',
    rating: 5,
    partNumber: 'EN-1952-TC',
    img: '/drawings/avatar.svg?seed=9',
    daysAgo: 15,
  },
  {
    name: 'Gareth Pugh',
    description:
      'Lamp itself is spot on. Nobody can be blamed for the bumper having to come off, but allow two hours and not the one I had told my wife.',
    rating: 3.8,
    partNumber: 'LI-4860-LL',
    img: '/drawings/avatar.svg?seed=0',
    daysAgo: 19,
  },
  {
    name: 'Hana Dvořáková',
    description:
      'I run a small garage and buy twenty of these at a time. Same thread, same gasket, never a dud so far. Please make a carton of twenty.',
    rating: 4.8,
    partNumber: 'EN-7696-20',
    img: '/drawings/avatar.svg?seed=7',
    daysAgo: 24,
  },
  {
    name: 'Marcus Bell',
    description:
      'Rang the estimate line about a coupé bumper, had a price and a photo of the sensor openings within the hour.',
    rating: 4.5,
    daysAgo: 30,
  },
  {
    name: 'Kenji Morita',
    description:
      'Offset and bore are exactly as drawn. One wheel of four had a small run in the lacquer inside a spoke, where it cannot be seen once the tyre is on. They offered to exchange it; I took ten dollars off instead.',
    rating: 4,
    partNumber: 'WT-1775-05',
    img: '/drawings/avatar.svg?seed=5',
    daysAgo: 37,
  },
  {
    name: 'Leila Haddad',
    description:
      'Works, and holds the phone even over our speed bumps. Charging is slower than the cable, as one should expect, and stops altogether with my thick leather case.',
    rating: 3.4,
    partNumber: 'EL-0015-QC',
    img: '/drawings/avatar.svg?seed=10',
    daysAgo: 46,
  },
  {
    name: 'Erik Haugen',
    description:
      'Clutch kit complete, centring tool included. First gear goes in with two fingers again after 240,000 km.',
    rating: 5,
    partNumber: '7 350 2280',
    img: '/drawings/avatar.svg?seed=8',
    daysAgo: 58,
  },
  {
    name: 'Bronwyn Tate',
    description:
      'The jack is good and rolls straight. It arrived a day late with the carton torn open at one end and the handle screw missing. An M6 from the jar fixed that, and a new screw came by post without my asking twice. Three and a bit stars for the courier, the rest for the people.',
    rating: 3.2,
    partNumber: 'TO-2000-LP',
    daysAgo: 71,
  },
  {
    name: 'Mehmet Yıldız',
    description:
      'Set of four plugs, gap measured 0.80 on each. The engine idles smoothly and cold starts are no longer a discussion.',
    rating: 4.7,
    partNumber: 'EN-1426-08',
    img: '/drawings/avatar.svg?seed=11',
    daysAgo: 89,
  },
  {
    name: 'Rosalind Achterberg',
    description:
      'I know little about cars. The page said to see whether my joint has an ABS ring, so I looked, and it had. Sent them a picture, got the number of the right one and the opening hours of a garage round the corner. No sale that day, but I came back for the wipers.',
    rating: 4.9,
    img: '/drawings/avatar.svg?seed=4',
    daysAgo: 112,
  },
]
