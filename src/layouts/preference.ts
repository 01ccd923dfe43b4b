/**
 * The one inline script: the reader's theme and low-sight settings are on <html> before the first paint.
 * The server's policy allows it by its hash, so it is one constant string without anything of the page in it.
 */
export const preferenceScript =
  "try{const r=document.documentElement,s=localStorage,t=s.theme,[c,z]=(s.sight||'').split(' ');if(t)r.dataset.theme=t;if(c){r.dataset.sight=c;if(z)r.dataset.text=z}}catch{}";
