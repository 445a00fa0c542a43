export const findTexts = {
  label: 'Search orders, people and parts',
  placeholder: 'Order, part number, name, address',
  results: 'Results',
  orders: 'Orders',
  people: 'People',
  parts: 'Parts',
  allOrders: (query: string) => `All orders with “${query}”`,
  allParts: (query: string) => `All parts with “${query}”`,
  nothing: (query: string) =>
    `Nothing found for “${query}”. Names, streets and part names are found by the beginnings of their words, phone numbers by their last digits.`,
  more: 'More',
  keys: 'Up and Down move, Enter opens, Esc closes.',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  inStock: (count: string) => `${count} in stock`,
} as const
