import { createContext } from 'react-router'
import type { ApiClient } from '#contract/api-client.ts'

/** The in-process API client, set by the server; it has no token, so it reads public data only. */
export const apiContext = createContext<ApiClient>()
