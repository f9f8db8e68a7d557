// Language tags (BCP 47), by form.

const TAG = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

export const isLanguageTag = (given: string): boolean => TAG.test(given);

export const LANGUAGE_TAG = "a language tag, such as en, de-AT or zh-Hans";
