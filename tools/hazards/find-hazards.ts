import { analyse } from 'scslre'
import { type ESTree, parseSync, Visitor } from 'vite'
import { isNamed } from '../imports/read-imports.ts'

/** Code whose time may grow faster than its input; every regular-expression literal and `new RegExp` is listed. */
export type Hazard = {
  /** The source text on one line, cut to 120 characters unless it is a regular-expression literal. */
  code: string
  pattern?: RegExp
  /** Of a regular-expression literal: whether the analysis finds no input with superlinear backtracking. */
  isLinear?: boolean
}

const SHOWN_CHARACTERS = 120
const SEARCHES = ['includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex', 'findLast', 'some', 'every']
const LOOP_CALLS = [...SEARCHES, 'map', 'filter', 'flatMap', 'forEach', 'reduce', 'sort', 'toSorted', 'from']
const SUPERLINEAR = ['normalize', 'localeCompare', 'sort', 'toSorted']

/** The hazards in a file in their order, equal ones once. Throws if the file cannot be parsed. */
export function findHazards(file: string, text: string): Hazard[] {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const found: { node: ESTree.Span; pattern?: RegExp }[] = []
  const searches: ESTree.Span[] = []
  const repeated: ESTree.Span[] = []
  const addLoop = (node: { body: ESTree.Span }) => void repeated.push(node.body)
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      found.push({ node, pattern: new RegExp(node.regex.pattern, node.regex.flags) })
    },
    NewExpression(node) {
      if (isNamed(node.callee, 'RegExp')) found.push({ node })
    },
    CallExpression(node) {
      const method = methodOf(node)
      if (isSuperlinear(node)) found.push({ node })
      if (SEARCHES.includes(method)) searches.push(node)
      if (LOOP_CALLS.includes(method)) repeated.push(...node.arguments)
    },
    ForStatement: addLoop,
    ForOfStatement: addLoop,
    ForInStatement: addLoop,
    WhileStatement: addLoop,
    DoWhileStatement: addLoop,
  }).visit(program)
  const isRepeated = ({ start, end }: ESTree.Span) =>
    repeated.some((outer) => outer.start <= start && end <= outer.end)
  for (const node of searches) if (isRepeated(node)) found.push({ node })

  const byCode = new Map<string, Hazard>()
  for (const { node, pattern } of found.sort((a, b) => a.node.start - b.node.start)) {
    const line = text.slice(node.start, node.end).replace(/\s+/g, ' ')
    const code = pattern ? line : line.slice(0, SHOWN_CHARACTERS)
    byCode.set(code, pattern ? { code, pattern, isLinear: isLinear(pattern) } : { code })
  }
  return [...byCode.values()]
}

function isLinear({ source, flags, sticky }: RegExp): boolean {
  // the analysis does not know that a sticky expression is tried at one position only
  const analysed = sticky ? new RegExp(`^(?:${source})`, flags.replace('y', '')) : new RegExp(source, flags)
  return analyse(analysed).reports.length === 0
}

function isSuperlinear(node: ESTree.CallExpression): boolean {
  const method = methodOf(node)
  if (SUPERLINEAR.includes(method)) return true
  if (node.callee.type !== 'MemberExpression') return false
  const { object } = node.callee
  if (method === 'parse') return isNamed(object, 'JSON')
  return method === 'join' && object.type === 'CallExpression' && methodOf(object) === 'split'
}

function methodOf({ callee }: ESTree.CallExpression): string {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return ''
  return callee.property.name
}
