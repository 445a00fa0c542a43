/** What the server says of parts and filters of the list: apart from the texts of the page, which browsers load. */
export const listServerTexts = {
  inStock: (count: string) => `${count} in stock`,
  fewLeft: (count: string) => `${count} left`,
  out: 'Out of stock',
  minimum: (count: string) => `min. ${count}`,
  terms: (unit: string, minimum: string) => `${unit} · ${minimum}`,
  unknownType: 'There is no such part type',
  unknownFilter: 'There is no such filter',
  needsType: 'Parts of this type have no such attribute',
  withoutType: 'This filter needs a part type',
  notNumber: (example: string) => `Use a number, such as ${example}`,
  tooManyAttributes: (most: number) => `Use at most ${most} attributes`,
  problems: {
    not_number: 'Use numbers, such as 280,288 or 256..300',
    not_choice: 'This is not one of the choices',
    crossed: 'The lowest value is above the highest',
    too_many: 'Use at most 20 values',
  },
} as const
