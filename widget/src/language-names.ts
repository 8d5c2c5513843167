/** What the language picker shows; loaded with it. */
import { CODES, MORE_CODES } from './languages'

/** A language under its own name, and under its Chinese and English ones. */
export type NamedLanguage = { code: string; name: string; chineseName: string; englishName: string }

const NAMES: Record<string, [own: string, chinese: string, english: string]> = {
  en: ['English', '英语', 'English'],
  es: ['Español', '西班牙语', 'Spanish'],
  fr: ['Français', '法语', 'French'],
  de: ['Deutsch', '德语', 'German'],
  it: ['Italiano', '意大利语', 'Italian'],
  ja: ['日本語', '日语', 'Japanese'],
  'zh-CN': ['简体中文', '简体中文', 'Chinese (Simplified)'],
  'zh-TW': ['繁體中文', '繁体中文', 'Chinese (Traditional)'],
  nl: ['Nederlands', '荷兰语', 'Dutch'],
  pt: ['Português', '葡萄牙语', 'Portuguese'],
  ar: ['العربية', '阿拉伯语', 'Arabic'],
  he: ['עברית', '希伯来语', 'Hebrew'],
  hi: ['हिन्दी', '印地语', 'Hindi'],
  cs: ['Čeština', '捷克语', 'Czech'],
  da: ['Dansk', '丹麦语', 'Danish'],
  tl: ['Tagalog', '他加禄语', 'Tagalog'],
  fi: ['Suomi', '芬兰语', 'Finnish'],
  el: ['Ελληνικά', '希腊语', 'Greek'],
  ko: ['한국어', '韩语', 'Korean'],
  pl: ['Polski', '波兰语', 'Polish'],
  cy: ['Cymraeg', '威尔士语', 'Welsh'],
  sv: ['Svenska', '瑞典语', 'Swedish'],
  no: ['Norsk', '挪威语', 'Norwegian'],
  is: ['Íslenska', '冰岛语', 'Icelandic'],
  et: ['Eesti', '爱沙尼亚语', 'Estonian'],
  lv: ['Latviešu', '拉脱维亚语', 'Latvian'],
  lt: ['Lietuvių', '立陶宛语', 'Lithuanian'],
  sk: ['Slovenčina', '斯洛伐克语', 'Slovak'],
  sl: ['Slovenščina', '斯洛文尼亚语', 'Slovenian'],
  hr: ['Hrvatski', '克罗地亚语', 'Croatian'],
  sr: ['Српски', '塞尔维亚语', 'Serbian'],
  hu: ['Magyar', '匈牙利语', 'Hungarian'],
  ro: ['Română', '罗马尼亚语', 'Romanian'],
  bg: ['Български', '保加利亚语', 'Bulgarian'],
  uk: ['Українська', '乌克兰语', 'Ukrainian'],
  ru: ['Русский', '俄语', 'Russian'],
  tr: ['Türkçe', '土耳其语', 'Turkish'],
  fa: ['فارسی', '波斯语', 'Persian'],
  bn: ['বাংলা', '孟加拉语', 'Bengali'],
  ur: ['اردو', '乌尔都语', 'Urdu'],
  ta: ['தமிழ்', '泰米尔语', 'Tamil'],
  th: ['ไทย', '泰语', 'Thai'],
  vi: ['Tiếng Việt', '越南语', 'Vietnamese'],
  id: ['Bahasa Indonesia', '印度尼西亚语', 'Indonesian'],
  ms: ['Bahasa Melayu', '马来语', 'Malay'],
}

const named = (code: string): NamedLanguage => {
  const [name, chineseName, englishName] = NAMES[code]!
  return { code, name, chineseName, englishName }
}

/** The twenty of the picker, which we speak ourselves. */
export const PICKER_LANGUAGES: readonly NamedLanguage[] = CODES.map(named)

/** All forty-five in which a page can be read; English, the default, is the first. */
export const PAGE_LANGUAGES: readonly NamedLanguage[] = [...CODES, ...MORE_CODES].map(named)

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The languages whose own, Chinese or English name has a word that begins like this. */
export function findLanguages(languages: readonly NamedLanguage[], typed: string): NamedLanguage[] {
  const wanted = plain(typed.trim())
  const isFound = (name: string): boolean => plain(name).split(/[\s(]+/).some((word) => word.startsWith(wanted)) || plain(name).startsWith(wanted)
  return languages.filter((one) => [one.name, one.chineseName, one.englishName].some(isFound))
}
