import type { LinksFunction } from 'react-router'
import address from '../styles/own.css?url'

/** The style sheet of the pages about one person, as the `links` of their routes: the public ones go without. */
export const ownStyles: LinksFunction = () => [{ rel: 'stylesheet', href: address }]
