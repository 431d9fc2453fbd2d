/* The functions of the Functional Mock-up Interface 2.0 (fmi-standard.org), as an FMU for Linux shows them. Names,
 * types and numbers are those of the standard; so is the meaning of everything here.
 */
#ifndef MOO_RUNTIME_FMI_FMI2_H
#define MOO_RUNTIME_FMI_FMI2_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void* fmi2Component;
typedef void* fmi2ComponentEnvironment;
typedef void* fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef fmi2Char const* fmi2String;
typedef char fmi2Byte;

enum { fmi2False = 0, fmi2True = 1 };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef struct {
    void (*logger)(fmi2ComponentEnvironment environment, fmi2String instance_name, fmi2Status status,
                   fmi2String category, fmi2String message, ...);
    void* (*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void* memory);
    void (*stepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

/* ---- both kinds ---- */

char const* fmi2GetTypesPlatform(void);
char const* fmi2GetVersion(void);
fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t category_count, fmi2String const categories[]);
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type kind, fmi2String guid, fmi2String resources,
                              fmi2CallbackFunctions const* functions, fmi2Boolean visible, fmi2Boolean logging_on);
void fmi2FreeInstance(fmi2Component c);
fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop);
fmi2Status fmi2EnterInitializationMode(fmi2Component c);
fmi2Status fmi2ExitInitializationMode(fmi2Component c);
fmi2Status fmi2Terminate(fmi2Component c);
fmi2Status fmi2Reset(fmi2Component c);

fmi2Status fmi2GetReal(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Real values[]);
fmi2Status fmi2GetInteger(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Integer values[]);
fmi2Status fmi2GetBoolean(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Boolean values[]);
fmi2Status fmi2GetString(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2String values[]);
fmi2Status fmi2SetReal(fmi2Component c, fmi2ValueReference const references[], size_t count, fmi2Real const values[]);
fmi2Status fmi2SetInteger(fmi2Component c, fmi2ValueReference const references[], size_t count,
                          fmi2Integer const values[]);
fmi2Status fmi2SetBoolean(fmi2Component c, fmi2ValueReference const references[], size_t count,
                          fmi2Boolean const values[]);
fmi2Status fmi2SetString(fmi2Component c, fmi2ValueReference const references[], size_t count,
                         fmi2String const values[]);

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state);
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state);
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state);
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t* size);
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size);
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, fmi2Byte const bytes[], size_t size, fmi2FMUstate* state);

fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, fmi2ValueReference const unknowns[], size_t unknown_count,
                                        fmi2ValueReference const knowns[], size_t known_count, fmi2Real const seed[],
                                        fmi2Real sensitivity[]);

/* ---- Model Exchange ---- */

fmi2Status fmi2EnterEventMode(fmi2Component c);
fmi2Status fmi2NewDiscreteStates(fmi2Component c, fmi2EventInfo* info);
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component c);
fmi2Status fmi2CompletedIntegratorStep(fmi2Component c, fmi2Boolean no_return, fmi2Boolean* enter_event_mode,
                                       fmi2Boolean* terminate);
fmi2Status fmi2SetTime(fmi2Component c, fmi2Real time);
fmi2Status fmi2SetContinuousStates(fmi2Component c, fmi2Real const states[], size_t count);
fmi2Status fmi2GetDerivatives(fmi2Component c, fmi2Real derivatives[], size_t count);
fmi2Status fmi2GetEventIndicators(fmi2Component c, fmi2Real indicators[], size_t count);
fmi2Status fmi2GetContinuousStates(fmi2Component c, fmi2Real states[], size_t count);
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component c, fmi2Real nominals[], size_t count);

/* ---- Co-Simulation ---- */

fmi2Status fmi2SetRealInputDerivatives(fmi2Component c, fmi2ValueReference const references[], size_t count,
                                       fmi2Integer const orders[], fmi2Real const values[]);
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c, fmi2ValueReference const references[], size_t count,
                                        fmi2Integer const orders[], fmi2Real values[]);
fmi2Status fmi2DoStep(fmi2Component c, fmi2Real current, fmi2Real size, fmi2Boolean no_return);
fmi2Status fmi2CancelStep(fmi2Component c);
fmi2Status fmi2GetStatus(fmi2Component c, fmi2StatusKind const kind, fmi2Status* value);
fmi2Status fmi2GetRealStatus(fmi2Component c, fmi2StatusKind const kind, fmi2Real* value);
fmi2Status fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind const kind, fmi2Integer* value);
fmi2Status fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind const kind, fmi2Boolean* value);
fmi2Status fmi2GetStringStatus(fmi2Component c, fmi2StatusKind const kind, fmi2String* value);

#ifdef __cplusplus
}
#endif
#endif
