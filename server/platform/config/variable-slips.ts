/* Names that were meant to be a variable of the store. */

/** The variable that `name` is a slip away from: case, separators, or one letter (two from eight letters on). */
export function findMeantVariable(name: string, variables: readonly string[]): string | undefined {
  const plain = plainName(name)
  if (plain.length > LONGEST_NAME) return undefined
  const candidates = variables
    .map((variable) => ({ variable, slips: countSlips(plain, plainName(variable)) }))
    .filter(({ variable, slips }) => slips <= allowedSlips(plainName(variable)))
  return candidates.sort((one, other) => one.slips - other.slips)[0]?.variable
}

const LONGEST_NAME = 60

function plainName(name: string): string {
  return name.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Many programs have variables of four letters. */
function allowedSlips({ length }: string): number {
  if (length < 5) return 0
  return length < 8 ? 1 : 2
}

/** How many letters were left out, added, changed or swapped with the next one. */
function countSlips(typed: string, meant: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, column) => column)
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = typed[row - 1] === meant[column - 1]
      const isSwapped = typed[row - 1] === meant[column - 2] && typed[row - 2] === meant[column - 1]
      const at = (costs: number[], index: number) => costs[index] ?? Number.POSITIVE_INFINITY
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    beforeLast = last
    last = current
  }
  return last[meant.length] ?? 0
}
