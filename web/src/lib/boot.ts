/**
 * Runs before the first paint: what this machine remembers about the look of the shell.
 *
 * It stands in the page as it is; the build takes its hash into the Content-Security-Policy.
 */
export const bootScript = `try{var d=document.documentElement.dataset,r=localStorage.getItem('outfitter:rail'),t=localStorage.getItem('outfitter:theme');if(r)d.rail=r;if(t==='light'||t==='dark')d.theme=t}catch(e){}`
