/** Home page: texts of the specification verbatim, and sample texts of the demo store. */
export const homeTexts = {
  title: 'Auto Parts Online Store',
  description:
    'Brakes, wheels and tires, engine and suspension parts, lighting, electrical and fluids: every part with its number, its drawing and its stock.',
  taglineLines: ['Auto Parts', 'Online', 'Store'],
  getStart: 'Get Start',
  bannerPicture:
    'Exploded drawing of a front axle: hub cap, axle nut, bolts, brake disc, caliper, hub, bearing, dust shield and half shaft on one axis',
  drawingTitle: 'Front axle, exploded',
  allParts: 'All parts',
  statistics: 'Business statistics',
  estimate: 'Get Free Estimate',
  getQuote: 'Get a Quote',
  estimateSent: 'Thank you. We answer by email within one working day.',
  team: 'Our Team',
  call: 'Call',
  callPerson: (name: string) => `Call ${name}`,
  parts: 'Tools/Parts',
  noParts: 'No parts yet',
  noPartsText: 'Parts are being added. Come back in a moment.',
  reviews: 'Customer Review',
  reviewsText: 'What Our Customer Say About Parts Online Store',
  reviewsName: 'Reviews',
  noReviews: 'No reviews yet',
  noReviewsText: 'Be the first: sign in and write how your part fitted.',
  addReview: 'Add Review',
  offerBadge: 'Buy Profitably',
  offers: 'Special Offer',
  offersText: 'In this section, we have collected the most popular and advantageous offers for you.',
  offersName: 'Offers',
  offer: 'Offer',
  review: 'Review',
  ordering: 'How ordering works',
  orderingText: 'From a number in the catalogue to a part on your bench, in four steps.',
  held: (hours: number) => `What you order is set aside at once and held for ${hours} hours.`,
  categories: 'Shop by category',
  categoriesText: 'Each part is in the category where a mechanic would look for it.',
} as const

/** The four steps of an order; `pay` in a store with card payment, `payAtCounter` in one without. */
export const orderingSteps = {
  find: {
    title: 'Find the part',
    text: 'By name, by part number or by category. The drawing gives the measures that decide whether it fits.',
  },
  order: { title: 'Place the order', text: 'Choose how many, from the minimum order upward.' },
  pay: {
    title: 'Pay by card',
    text: 'On the page of your order. It says paid at once, with the transaction id to keep.',
  },
  payAtCounter: {
    title: 'Pay at the counter',
    text: 'When you collect your parts. The order says paid from then on.',
  },
  follow: {
    title: 'Follow it home',
    text: 'My Orders shows where it is. Once the part is fitted, a review helps the next customer.',
  },
} as const

export const statistics = [
  { label: 'Office In Country', value: '27+' },
  { label: 'Our Team', value: '145+' },
  { label: 'Product In Store', value: '95200+' },
  { label: 'Distributors', value: '70+' },
] as const

/** The numbered parts of the banner's drawing, with search terms for the catalogue. */
export const axleParts = [
  { name: 'Hub cap', words: 'wheel' },
  { name: 'Axle nut', words: 'axle' },
  { name: 'Wheel nuts, set', words: 'wheel nuts' },
  { name: 'Brake disc', words: 'brake disc' },
  { name: 'Caliper and pads', words: 'caliper' },
  { name: 'Wheel hub', words: 'hub' },
  { name: 'Bearing', words: 'bearing' },
  { name: 'Dust shield', words: 'brake' },
  { name: 'Half shaft', words: 'shaft' },
] as const

export const estimateInputs = [
  { name: 'name', text: 'Name', autoComplete: 'name' },
  { name: 'email', text: 'Email', autoComplete: 'email' },
  { name: 'phone', text: 'Phone', autoComplete: 'tel' },
  { name: 'vehicle', text: 'Vehicle', autoComplete: 'off' },
  { name: 'year', text: 'Year', autoComplete: 'off' },
  { name: 'part', text: 'Part', autoComplete: 'off' },
  { name: 'quantity', text: 'Quantity', autoComplete: 'off' },
  { name: 'note', text: 'Note', autoComplete: 'off' },
] as const

/** Sample profiles with fictitious links; a store replaces them with its own. */
export const team = [
  {
    name: 'Marta Oliveira',
    work: 'Counter manager',
    portrait: '/drawings/portrait.svg?hair=long&glasses=1',
    links: {
      facebook: 'https://www.facebook.com/partsline.demo.marta',
      linkedin: 'https://www.linkedin.com/in/partsline-demo-marta-oliveira',
      x: 'https://x.com/partsline_marta',
    },
  },
  {
    name: 'Dan Kowalski',
    work: 'Parts adviser',
    portrait: '/drawings/portrait.svg?cap=1&hair=none&beard=1',
    links: {
      facebook: 'https://www.facebook.com/partsline.demo.dan',
      linkedin: 'https://www.linkedin.com/in/partsline-demo-dan-kowalski',
      x: 'https://x.com/partsline_dan',
    },
  },
] as const

export const networkNames = { facebook: 'Facebook', linkedin: 'LinkedIn', x: 'X' } as const

export function networkLinkText(name: string, network: string): string {
  return `${name} on ${network}`
}

export const offers = [
  {
    title: 'Free Diagnostics Break',
    subtitle: 'Innovative Protection System',
    text: 'reliable braking',
    picture: '/drawings/brake-disc.svg?d=330&t=28&slots=9',
  },
  {
    title: 'Discounted Summer',
    subtitle: 'summer tires and wheels',
    text: 'seasonal disposal of residues',
    picture: '/drawings/tyre.svg?w=225&ar=45&rim=18&pattern=block',
  },
  {
    title: 'Sport Turbine With',
    subtitle: 'Turbine Discount Sale',
    text: 'free computer diagnostics',
    picture: '/drawings/turbo.svg?inlet=60&blades=7',
  },
  {
    title: 'Original Germany Oil',
    subtitle: '30 percent discount on engine oil',
    text: 'free diagnostics and replacement',
    picture: '/drawings/oil-bottle.svg?litres=5&grade=5W-40',
  },
  {
    title: 'Auto-Clamping',
    subtitle: 'Innovative Charging Sensor',
    text: 'wireless Qi car charger',
    picture: '/drawings/phone-clamp.svg',
  },
  {
    title: 'Tire Inflator Air',
    subtitle: 'Compressor With Sale',
    text: 'preset-pressure auto shut-off',
    picture: '/drawings/inflator.svg',
  },
] as const
