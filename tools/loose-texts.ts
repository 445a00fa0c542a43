import { globSync, readFileSync } from 'node:fs'
import { type ESTree, parseSync, Visitor } from 'vite'

type LooseText = { file: string; line: number; text: string }

/** Components get these from a hook of another module. */
const ELEMENTS_ELSEWHERE = ['dialog']

/**
 * Texts in `web` that have siblings and change, or stand beside something that comes and goes. Translators replace text
 * nodes: then React changes the one that is gone, and throws where it removes it or inserts before it.
 */
export function readLooseTexts(): LooseText[] {
  const files = globSync('web/**/*.tsx', { exclude: ['**/*.test.*'] }).map((file) =>
    file.replaceAll('\\', '/'),
  )
  return files.sort().flatMap((file) => findLooseTexts(file, readFileSync(file, 'utf8')))
}

/** The loose texts of one file. Throws if it cannot be parsed. */
export function findLooseTexts(file: string, source: string): LooseText[] {
  const { program, errors } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const names = namesOfElements(program)
  const found: LooseText[] = []
  const report = ({ start, end }: ESTree.Span) => {
    const text = source.slice(start, end)
    const line = source.slice(0, start + text.search(/\S|$/)).split('\n').length
    found.push({ file, line, text: text.trim() })
  }
  const check = ({ type, children }: ESTree.JSXElement | ESTree.JSXFragment) => {
    const kinds = children.map((child) => kindOfChild(child, names))
    const shown = kinds.filter((kind) => kind !== 'nothing')
    // a text that is the only child of an element is changed with the element; a fragment may get siblings from outside
    if (shown.length < 2 && type === 'JSXElement') return
    const isFixed = shown.every((kind) => kind === 'element' || kind === 'constant')
    for (const [index, child] of children.entries()) {
      if (kinds[index] === 'text' || (kinds[index] === 'constant' && !isFixed)) report(child)
    }
  }
  new Visitor({
    JSXElement: check,
    JSXFragment: check,
    FunctionDeclaration({ id, body }) {
      if (!body || !/^[A-Z]/.test(id?.name ?? '')) return
      for (const value of body.body.flatMap(returnedBy)) if (isText(kindOf(value, names))) report(value)
    },
  }).visit(program)
  return found
}

/** What a component returns, apart from loops and the like. */
function returnedBy(statement: ESTree.Statement): ESTree.Expression[] {
  if (statement.type === 'ReturnStatement') return statement.argument ? [statement.argument] : []
  if (statement.type === 'BlockStatement') return statement.body.flatMap(returnedBy)
  if (statement.type !== 'IfStatement') return []
  return [statement.consequent, ...(statement.alternate ? [statement.alternate] : [])].flatMap(returnedBy)
}

/** `elements`: any number of them, also none. `constant`: a text that never changes. */
type Kind = 'element' | 'elements' | 'constant' | 'text' | 'nothing'

function kindOfChild(child: ESTree.JSXChild, names: Set<string>): Kind {
  if (child.type === 'JSXText') return /^\s*\n\s*$/.test(child.value) ? 'nothing' : 'constant'
  return child.type === 'JSXExpressionContainer' ? kindOf(child.expression, names) : 'element'
}

function kindOf(node: ESTree.Expression | ESTree.JSXEmptyExpression, names: Set<string>): Kind {
  switch (node.type) {
    case 'JSXElement':
      return 'element'
    case 'JSXFragment':
      return 'elements'
    case 'JSXEmptyExpression':
      return 'nothing'
    case 'Literal':
      return node.value === null ? 'nothing' : 'constant'
    case 'ParenthesizedExpression':
      return kindOf(node.expression, names)
    case 'LogicalExpression':
      return isText(kindOf(node.right, names)) ? 'text' : 'elements'
    case 'ConditionalExpression':
      return [node.consequent, node.alternate].some((one) => isText(kindOf(one, names))) ? 'text' : 'elements'
    case 'CallExpression':
      return names.has(nameOf(node.callee)) || nameOf(node.callee) === 'map' ? 'elements' : 'text'
    case 'MemberExpression':
      // texts of the contract
      if (node.object.type === 'Identifier' && /texts$/i.test(node.object.name) && !node.computed)
        return 'constant'
      return names.has(nameOf(node)) ? 'elements' : 'text'
    case 'Identifier':
      return names.has(node.name) ? 'elements' : 'text'
    default:
      return 'text'
  }
}

function isText(kind: Kind): boolean {
  return kind === 'text' || kind === 'constant'
}

function nameOf(node: ESTree.Expression | ESTree.Super): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' && 'name' in node.property ? String(node.property.name) : ''
}

/** Names of variables and functions whose value is written as JSX, and of properties with the type `Elements`. */
function namesOfElements(program: ESTree.Program): Set<string> {
  const names = new Set(ELEMENTS_ELSEWHERE)
  new Visitor({
    VariableDeclarator({ id, init }) {
      const value = init?.type === 'ArrowFunctionExpression' ? init.body : init
      if (id.type !== 'Identifier' || !value || value.type === 'BlockStatement') return
      if (!isText(kindOf(value, names))) names.add(id.name)
    },
    TSPropertySignature({ key, typeAnnotation }) {
      let type = typeAnnotation?.typeAnnotation
      if (type?.type === 'TSFunctionType') type = type.returnType?.typeAnnotation
      const isElements = type?.type === 'TSTypeReference' && nameOfType(type.typeName) === 'Elements'
      if (isElements && key.type === 'Identifier') names.add(key.name)
    },
  }).visit(program)
  return names
}

function nameOfType(name: ESTree.TSTypeName): string {
  return name.type === 'Identifier' ? name.name : ''
}
