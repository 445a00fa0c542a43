import { analyse } from 'scslre'
import { parseSync } from 'vite'
import { type Node, walk } from '../imports/read-imports.ts'

/** A place whose time may grow faster than what it is given. */
export type Hazard = {
  /** Its code, on one line; a long one is cut. */
  code: string
  /** Of a regular expression: the expression. */
  pattern?: RegExp
  /** Of a regular expression: whether the analysis finds no text that makes it backtrack ever more. */
  isLinear?: boolean
}

const SHOWN_CHARACTERS = 120

/** Reading all of a list, or sorting it. */
const SEARCHES = ['includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex', 'findLast', 'some', 'every']
const REPEATS = [...SEARCHES, 'map', 'filter', 'flatMap', 'forEach', 'reduce', 'sort', 'toSorted', 'from']
const LOOPS = ['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']

/** The hazards in a file, each once, in its order. */
export function findHazards(file: string, text: string): Hazard[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found = new Map<string, Hazard>()
  const add = (node: Node, more: Omit<Hazard, 'code'> = {}) => {
    const code = text.slice(Number(node.start), Number(node.end)).replace(/\s+/g, ' ')
    const shown = node.type === 'Literal' ? code : code.slice(0, SHOWN_CHARACTERS)
    found.set(shown, { code: shown, ...more })
  }
  walk(program, (node) => {
    const pattern = regularExpression(node)
    if (pattern) add(node, { pattern, isLinear: isLinear(pattern) })
    else if (isDear(node)) add(node)
    else if (isRepeat(node)) walk(node.body ?? node.arguments, (inner) => searches(inner) && add(inner))
  })
  return [...found.values()]
}

function regularExpression({ type, regex }: Node): RegExp | undefined {
  if (type !== 'Literal' || !isNode(regex)) return undefined
  return new RegExp(String(regex.pattern), String(regex.flags))
}

function isLinear({ source, flags, sticky }: RegExp): boolean {
  // the analysis does not know that a sticky expression is tried at one place only
  const tried = sticky ? new RegExp(`^(?:${source})`, flags.replace('y', '')) : new RegExp(source, flags)
  return analyse(tried).reports.length === 0
}

/** Takes more than one look at each letter, or at each item of a list, by itself. */
function isDear(node: Node): boolean {
  if (node.type === 'NewExpression') return isNamed(node.callee, 'RegExp')
  const name = methodOf(node)
  if (name === 'parse') return isNode(node.callee) && isNamed(node.callee.object, 'JSON')
  if (name === 'join') return isNode(node.callee) && methodOf(node.callee.object) === 'split'
  return ['normalize', 'localeCompare', 'sort', 'toSorted'].includes(name ?? '')
}

function isRepeat(node: Node): boolean {
  return LOOPS.includes(String(node.type)) || REPEATS.includes(methodOf(node) ?? '')
}

function searches(node: Node): boolean {
  return SEARCHES.includes(methodOf(node) ?? '')
}

/** The name of the method that is called. */
function methodOf(node: unknown): string | undefined {
  if (!isNode(node) || node.type !== 'CallExpression' || !isNode(node.callee)) return undefined
  const { property } = node.callee
  return isNode(property) && typeof property.name === 'string' ? property.name : undefined
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

function isNamed(value: unknown, name: string): boolean {
  return isNode(value) && value.name === name
}
