import type { ReactNode } from 'react'

/** The drawings of the product's designs on a ground of 320 by 202, in the design's accent. */
export const motifs: Record<string, (accent: string) => ReactNode> = {
  waves: (accent) => (
    <g fill={accent}>
      <circle cx="252" cy="84" r="26" opacity="0.3" />
      <path opacity="0.14" d="M0 122c40-22 66-22 106 0s66 22 106 0 66-22 108-4v84H0Z" />
      <path opacity="0.18" d="M0 146c36 20 68 20 104 0s70-20 106 0 74 18 110-4v60H0Z" />
      <path opacity="0.24" d="M0 172c44-18 70-14 108 2s70 12 108-4 70-12 104 4v28H0Z" />
    </g>
  ),
  summit: (accent) => (
    <g fill={accent}>
      <circle cx="66" cy="70" r="17" opacity="0.45" />
      <path opacity="0.16" d="M-8 202 76 96l42 44 66-92 88 108 60-50v96Z" />
      <path opacity="0.28" d="m96 202 88-96 44 50 38-34 62 80Z" />
      <path opacity="0.95" d="m184 48-18 25 12-3 10 7 9-8 11 6Z" />
    </g>
  ),
  sunrise: (accent) => (
    <g fill={accent}>
      <g stroke={accent} strokeWidth="4" strokeLinecap="round" opacity="0.5">
        <path d="M232 62v-9M196 74l-6-8M268 74l6-8M174 100l-9-4M290 100l9-4" />
      </g>
      <path opacity="0.85" d="M190 118a42 42 0 0 1 84 0Z" />
      <path opacity="0.35" d="M150 118h164v4H150zM172 128h120v3H172zM194 137h76v3h-76z" />
    </g>
  ),
  stars: (accent) => (
    <g fill={accent}>
      <path opacity="0.85" d="M256 34a34 34 0 1 0 26 56 28 28 0 0 1-26-56Z" />
      <g opacity="0.9">
        <path d="m58 62 4 11 11 4-11 4-4 11-4-11-11-4 11-4Zm96-30 3 8 8 3-8 3-3 8-3-8-8-3 8-3Zm44 76 3 8 8 3-8 3-3 8-3-8-8-3 8-3Z" />
      </g>
      <g opacity="0.6">
        <circle cx="104" cy="46" r="2.4" />
        <circle cx="118" cy="104" r="1.8" />
        <circle cx="180" cy="76" r="2" />
        <circle cx="32" cy="116" r="2" />
        <circle cx="230" cy="128" r="2.4" />
        <circle cx="296" cy="118" r="1.8" />
      </g>
      <path opacity="0.28" d="M0 176c60-26 108-20 160-4s110 14 160-8v38H0Z" />
    </g>
  ),
  party: (accent) => (
    <g fill={accent} stroke="none">
      <g opacity="0.9">
        <path d="m40 40 12 5-5 12-12-5Zm166 44 14 3-3 14-14-3ZM132 22l9 9-9 9-9-9Zm148 82 10 8-8 10-10-8ZM24 128l11-4 4 11-11 4Zm176-78 10 2-2 10-10-2Z" />
        <circle cx="86" cy="74" r="5" />
        <circle cx="176" cy="34" r="4" />
        <circle cx="270" cy="72" r="6" />
        <circle cx="226" cy="88" r="4" />
        <circle cx="58" cy="104" r="4" />
      </g>
      <g fill="none" stroke={accent} strokeWidth="4" strokeLinecap="round" opacity="0.55">
        <path d="M70 26c10 8 0 16 8 26M298 66c-10 8 0 16-8 28M110 60c12-2 12 10 24 8M258 118c10-4 14 6 24 2" />
      </g>
      <path opacity="0.22" d="M0 178c52-18 106-16 160 0s108 16 160-2v26H0Z" />
    </g>
  ),
  plain: (accent) => (
    <g fill="none" stroke={accent}>
      <rect x="10.5" y="10.5" width="299" height="181" rx="9" opacity="0.7" />
      <g strokeWidth="2.5" strokeLinecap="round">
        <path d="M232 10v92M10 102h300" opacity="0.35" />
        <path d="M232 102c-16-30-46-24-42-6 3 12 26 8 42 6Zm0 0c16-30 46-24 42-6-3 12-26 8-42 6Zm0 0-16 22m16-22 16 22" />
      </g>
    </g>
  ),
}
