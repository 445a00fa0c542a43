/**
 * Runs in the head before the first paint: the chosen theme, and whether a sign-in is stored,
 * so that neither flashes. It must stay free of imports; the server hashes its text for the CSP.
 */
export const headScript = `(function(){try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(t==='dark'||t==='light')d.theme=t;if(localStorage.getItem('accessToken')||sessionStorage.getItem('accessToken'))d.session='in'}catch(e){}})()`
