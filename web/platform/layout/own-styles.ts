import type { LinksFunction } from 'react-router'
import address from '../../own.css?url'

/** The style sheet of sign-in and the pages behind it, as the `links` of their routes. */
export const ownStyles: LinksFunction = () => [{ rel: 'stylesheet', href: address }]
