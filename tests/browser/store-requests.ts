/** Tests that use the same name share a store. `databaseOf` names an earlier store whose database it shares. */
export type StoreRequest = { name: string; settings: Record<string, string>; databaseOf?: string }
export type StartedStore = { origin: string; databaseUrl: string }

const stores = new Map<string, Promise<StartedStore>>()

/** A store with these settings, which starts at the first request for its name. */
export function requestStore(request: StoreRequest): Promise<StartedStore> {
  const { name } = request
  const store = stores.get(name) ?? postRequest(request)
  stores.set(name, store)
  return store
}

export async function originOf(request: StoreRequest): Promise<string> {
  return (await requestStore(request)).origin
}

async function postRequest(request: StoreRequest): Promise<StartedStore> {
  const response = await fetch(`http://localhost:${process.env.BROWSER_STORES_PORT}`, {
    method: 'POST',
    body: JSON.stringify(request),
  })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}
