// percent.ts - thousandths as they are written in this language.
import { language } from "../../lang/lang.svelte";

export const percent = (thousandths: number): string =>
  new Intl.NumberFormat(language(), { style: "percent" }).format(thousandths / 1000);
