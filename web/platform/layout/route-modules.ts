type Route = { id: string; module: string }
/** `refused`: the file is there, but the browser remembers that it was not, until the page is loaded anew. */
type State = 'loaded' | 'missing' | 'refused'
type Waiting = { module: Promise<unknown>; attempt: () => Promise<State> }

/** The modules that did not load, by route. React Router remembers their promises, which settle when a later attempt succeeds. */
const waiting = new Map<string, Waiting>()
let onMissing = () => {}

/**
 * Replaces a function of React Router (`vite.config.ts`), which reloads the page when the module of a route does not load:
 * while pointing at a link, too, and without a connection the browser shows a page of its own then.
 */
export function loadRouteModule(route: Route, loaded: Record<string, unknown>): Promise<unknown> {
  if (route.id in loaded) return Promise.resolve(loaded[route.id])
  const { module, attempt } = waiting.get(route.id) ?? waitFor(route, loaded)
  void attempt().then((state) => state === 'missing' && onMissing())
  return module
}

function waitFor({ id, module: address }: Route, loaded: Record<string, unknown>): Waiting {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  let running: Promise<State> | undefined
  async function load(): Promise<State> {
    try {
      loaded[id] = await import(/* @vite-ignore */ address)
      waiting.delete(id)
      resolve(loaded[id])
      return 'loaded'
    } catch {
      const response = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
      // some servers respond with a page instead of 404
      const isThere = response?.ok && response.headers.get('content-type')?.includes('javascript')
      return isThere ? 'refused' : 'missing'
    } finally {
      running = undefined
    }
  }
  const added: Waiting = {
    module: promise,
    attempt() {
      running ??= load()
      return running
    },
  }
  waiting.set(id, added)
  return added
}

/** Tries again to load the modules of these routes, of all by default. */
export async function loadMissingModules(ids: Iterable<string> = waiting.keys()): Promise<State> {
  const states = await Promise.all([...ids].map((id) => waiting.get(id)?.attempt()))
  return (
    states.find((state) => state === 'missing') ?? states.find((state) => state === 'refused') ?? 'loaded'
  )
}

/** Calls this when a module did not load. */
export function watchMissingModules(listener: () => void): void {
  onMissing = listener
}
