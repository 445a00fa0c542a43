/** The developer's page; a store replaces these texts with its own. */
export const portfolioTexts = {
  title: 'Portfolio',
  name: 'Ines Ferreira',
  work: 'Web developer',
  portrait: '/drawings/portrait.svg?hair=long',
  bio: [
    'I build shops that are honest about what is in stock, what it costs, whether it fits.',
    'Before that I stood eight years behind a parts counter, and learned that a wrong brake disc is never the customer’s fault. It is a missing measure on a page. So I still draw each part before I describe it, and I still ask for the number first.',
  ],
  skills: 'Skills',
  projects: 'Projects',
  projectsText: 'Four pieces of this store, each to be tried and to be read.',
  live: 'Live',
  code: 'Code',
  linkText: (link: string, project: string) => `${link}: ${project}`,
  empty: 'No projects yet',
  emptyText: 'This shop has not shown any work here yet. Its parts are in the catalogue.',
  allParts: 'All parts',
} as const

export const skills = [
  { name: 'TypeScript', text: 'One language from the database row to the button, checked before it runs.' },
  { name: 'React, rendered on the server', text: 'Pages that arrive whole and work before a script does.' },
  { name: 'PostgreSQL', text: 'The last piece is sold once, however many ask for it at the same moment.' },
  { name: 'HTTP interfaces', text: 'Calls that can be repeated, refused and read by machines.' },
  { name: 'Technical drawing in SVG', text: 'Line art from parameters: another size gives another drawing.' },
  { name: 'Accessibility', text: 'The whole way to a paid order by keyboard, at any zoom, in both themes.' },
] as const

/** `live` and `code` are addresses; `/code/…` shows source files of this store. */
export const projects = [
  {
    name: 'Catalogue',
    text: 'Parts with drawing, number and stock. Found by words, by a number with or without its dashes, or by category.',
    picture: '/drawings/brake-disc.svg?d=330&t=28&slots=9',
    live: '/parts',
    code: '/code/catalogue',
  },
  {
    name: 'Drawings',
    text: 'Some fifty kinds of part in one hand. Each is a short program that takes measures and answers a sheet.',
    picture: '/drawings/turbo.svg',
    live: '/parts?category=engine',
    code: '/code/drawings',
  },
  {
    name: 'Order desk',
    text: 'From the part to a paid order. An ordered part is reserved for its buyer, and for sale again if it is not paid.',
    picture: '/drawings/order-docket.svg',
    live: '/dashboard/orders',
    code: '/code/order-desk',
  },
  {
    name: 'Open interface',
    text: 'Every call of the store, described from the same contract that serves and checks it.',
    picture: '/drawings/socket-wrench.svg',
    live: '/api/docs',
    code: '/code/open-interface',
  },
] as const
