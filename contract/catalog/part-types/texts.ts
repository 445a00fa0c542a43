/** Texts of categories, part types and attributes. */
export const typesTexts = {
  yes: 'yes',
  no: 'no',
  notNumber: (unit: string | null, example = '12.5') =>
    unit === null
      ? `Use a plain number, such as ${example}`
      : `Use a plain number in ${unit}, such as ${example}`,
  numberTooLarge: 'The number is too large',
  tooManyDecimals: (decimals: number) =>
    decimals === 0 ? 'Use a whole number' : `Use ${decimals} decimal${decimals === 1 ? '' : 's'} at most`,
  notChoice: (names: readonly string[]) =>
    `Use one of ${names.slice(0, 5).join(', ')}${names.length > 5 ? ` and ${names.length - 5} others` : ''}`,
  notBoolean: 'Use yes or no',
  notText: 'Use text on one line',
  textTooLong: (most: number) => `Use ${most} characters at most`,
  nameRequired: 'Name is required',
  nameTaken: (other: string) => `“${other}” has this name or key already: use another name`,
  kindRequired: 'Choose a kind',
  levelStays: 'A category stays one, and a subcategory stays one',
  unknownCategory: 'There is no such category',
  unknownDrawing: 'There is no such drawing',
  unknownParameter: 'The drawing has no such parameter',
  unknownAttribute: 'There is no such attribute, or it is there twice',
  kindStays: 'The kind stays: add another attribute, and give it its values by an import',
  unitOfNumber: 'Only a number has a unit and decimals',
  choicesOfChoice: 'A choice has at least one value, other kinds none',
  noChoices: 'This attribute has no choices',
  unknownChoice: 'There is no such choice',
  sameChoice: 'Use another choice',
  choiceTwice: 'This value is there twice',
  unknownType: 'There is no such part type',
  ofItself: 'A type does not go together with itself',
  textNotFiltered: 'Text is shown, and not filtered by: use a choice',
  unknownSubcategory: 'Use a subcategory of the category',
  typeRequired: 'A part has attributes by its type: choose one',
  notOfType: (type: string) => `Parts of the type ${type} do not have it`,
  tooMuchText: 'The values of a part have 4,000 characters at most',
  tooManyValues: (most: number) => `A part has ${most} values at most that can be filtered`,
} as const
