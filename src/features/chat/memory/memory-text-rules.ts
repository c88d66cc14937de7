/** What the line says where the memory of a model begins. */
export function memoryText(modelName: string | null): string {
  return `${modelName ?? "The model"} remembers from here`;
}
